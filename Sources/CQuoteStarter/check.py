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
import pathlib
import re
import sys
import unicodedata

sys.dont_write_bytecode = True  # The package manager would wonder about what Python leaves here.
from texts import READERS, install

DATA = pathlib.Path(__file__).resolve().parent / "data"
COLUMNS = ["text", "creator", "work", "place", "year", "tags", "source_url", "attribution"]
LEAST = {"en": 400, "de": 40, "es": 40, "fr": 40, "it": 40, "la": 40, "zh": 40}
TAGS = set(
    "ambition art beauty change character courage death faith folly fortune freedom friendship "
    "happiness hope humor justice kindness knowledge life love mind nature patience solitude time "
    "truth virtue wisdom work".split()
)
LATEST_YEAR = 1928
CASELESS = {"The Adventures of Tom Sawyer"}  # Its text has capitals in place of italics.

Row = collections.namedtuple("Row", ["file", "line"] + COLUMNS)


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
