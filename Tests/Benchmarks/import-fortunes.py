#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports all fortunes that Debian packages, and prints what became of them, package by package.

Needs Debian or a system like it. The packages are fetched (7 MB) and unpacked beside the results, not
installed. At the end the catalogue is exported in each lossless format and imported into a new
directory; the exports of both must be the same bytes.
    Tests/Benchmarks/import-fortunes.py [--quoted PROGRAM] [--folder FOLDER]
"""

import argparse
import filecmp
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Those whose files do not lie in a folder that names the language.
LANGUAGES = {
    "fortunes": "en",
    "fortunes-bofh-excuses": "en",
    "fortunes-br": "pt-BR",
    "fortunes-eo-ascii": "eo",
    "fortunes-eo-iso3": "eo",
    "fortunes-mario": "pt-BR",
    "fortunes-min": "en",
    "fortunes-zh": "zh",
}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--quoted", default=".build/release/quoted")
    arguments.add_argument("--folder", help="kept, with what was fetched; a temporary one else")
    options = arguments.parse_args()
    quoted = str(pathlib.Path(options.quoted).resolve())
    if options.folder:
        pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
        return run(quoted, pathlib.Path(options.folder).resolve())
    with tempfile.TemporaryDirectory(prefix="fortunes-") as folder:
        return run(quoted, pathlib.Path(folder))


def run(quoted, folder):
    packages = unpack(folder)
    data = folder / "data"
    print(f"{'package':24}{'entries':>8}{'added':>8}{'near':>7}{'present':>8}{'rejected':>9}{'s':>7}{'MiB':>6}")
    sums = dict.fromkeys(("entries", "added", "near", "present", "rejected"), 0)
    reasons = {}
    for package, root in packages:
        files = fortune_files(root)
        command = [quoted, "import", "--data", data]
        if package in LANGUAGES:
            command += ["--language", LANGUAGES[package]]
        done = measure(command + files)
        row = counts(done.output)
        row["entries"] = sum(count_entries(file) for file in files)
        known = row["added"] + row["present"] + row["rejected"]
        if known != row["entries"]:
            sys.exit(f"{package}: {row['entries']} entries, and {known} were told of")
        print(
            f"{package:24}{row['entries']:8}{row['added']:8}{row['near']:7}{row['present']:8}"
            f"{row['rejected']:9}{done.seconds:7.2f}{done.peak_mib:6.0f}"
        )
        for name in sums:
            sums[name] += row[name]
        for count, reason in re.findall(r"^  (\d+) × (.*)$", done.output, re.M):
            reasons[reason] = reasons.get(reason, 0) + int(count)
    print(
        f"{'all':24}{sums['entries']:8}{sums['added']:8}{sums['near']:7}{sums['present']:8}"
        f"{sums['rejected']:9}"
    )
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"  {count} rejected: {reason}")
    return round_trips(quoted, folder, data)


def round_trips(quoted, folder, data):
    status = 0
    for ending in ("json", "jsonl", "csv"):
        first, second = folder / f"first.{ending}", folder / f"second.{ending}"
        copy = folder / f"copy-{ending}"
        subprocess.run(["rm", "-rf", copy], check=True)
        out = measure([quoted, "export", "--include-deleted", "--data", data, first])
        back = measure([quoted, "import", "--keep-ids", "--data", copy, first])
        measure([quoted, "export", "--include-deleted", "--data", copy, second])
        is_equal = filecmp.cmp(first, second, shallow=False)
        status |= not is_equal
        print(
            f"{ending}: {first.stat().st_size / 2**20:.1f} MiB, export {out.seconds:.2f} s "
            f"({out.peak_mib:.0f} MiB), import {back.seconds:.2f} s ({back.peak_mib:.0f} MiB): "
            + ("the copy is equal" if is_equal else "THE COPY DIFFERS")
        )
    return status


def unpack(folder):
    """Fetches the packages that are not there yet; returns their names and the roots of their files."""
    names = subprocess.run(
        ["apt-cache", "pkgnames", "fortunes"], check=True, capture_output=True, text=True
    ).stdout.split()
    packages = []
    for name in sorted(names):
        root = folder / "packages" / name
        if not root.exists():
            root.mkdir(parents=True)
            subprocess.run(
                ["apt-get", "download", "-qq", name], check=True, cwd=root, stderr=subprocess.DEVNULL
            )
            for archive in root.glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", archive, root], check=True)
        packages.append((name, root))
    return packages


def fortune_files(root):
    """The files of a package, without their indexes and the second names that links give them."""
    files = [
        path
        for path in sorted((root / "usr/share/games/fortunes").rglob("*"))
        if path.is_file() and not path.is_symlink() and path.suffix not in (".dat", ".u8")
    ]
    return [str(path) for path in files]


def count_entries(path):
    """Counts by the rule of the format alone: what stands between lines of nothing but %."""
    text = pathlib.Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf")
    entries = re.split(rb"(?m)^%[ \t\r]*$", text)
    return sum(1 for entry in entries if entry.strip(b" \t\r\n"))


def counts(output):
    """The numbers of the summary's line."""
    summary = next(line for line in output.splitlines()[::-1] if not line.startswith("  "))

    def number(word):
        found = re.search(rf"(\d+) {word}", summary)
        return int(found.group(1)) if found else 0

    return {
        "added": number("added"),
        "near": number("near-dup"),
        "present": number("present") + number("deleted before"),
        "rejected": number("rejected"),
    }


class Measured:
    """What a program said, and what it took."""

    def __init__(self, output, seconds, peak_mib):
        self.output = output
        self.seconds = seconds
        self.peak_mib = peak_mib


def measure(command):
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=output, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        output.seek(0)
        text = output.read().decode()
    if os.waitstatus_to_exitcode(status) not in (0, 65):
        sys.exit(f"{' '.join(map(str, command[:4]))} … ended with {os.waitstatus_to_exitcode(status)}")
    return Measured(text, seconds, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    sys.exit(main())
