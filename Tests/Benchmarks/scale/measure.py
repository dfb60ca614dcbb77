# SPDX-License-Identifier: Apache-2.0
"""Times calls, and shows what came of it as tables and as JSON."""

import json
import os
import platform
import time
from statistics import median


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def seconds_of(action):
    """What an action gives, and how long it took."""
    began = time.perf_counter()
    result = action()
    return result, time.perf_counter() - began


class Results:
    """All rows of a run, in the order in which they were measured."""

    def __init__(self):
        self.calls, self.figures, self.failures = [], [], []

    def call(self, part, what, action, times=20, note=None):
        """Times a call: the first one, which may find nothing prepared, and those that follow."""
        result, first = seconds_of(action)
        rest = [seconds_of(action)[1] for _ in range(times)]
        self.add(part, what, first, rest, note(result) if note else "")
        return result

    def add(self, part, what, first, rest, note=""):
        row = {"part": part, "what": what, "calls": len(rest), "note": note,
               "first_ms": None if first is None else first * 1e3,
               "median_ms": median(rest) * 1e3, "p99_ms": quantile(rest, 0.99) * 1e3,
               "max_ms": max(rest) * 1e3}
        self.calls.append(row)
        print("  " + cells(row)[1] + f": {row['median_ms']:.2f} ms {note}", flush=True)

    def figure(self, what, value, unit, most=None):
        """A figure that is no call's; more than `most` is a failure of the run."""
        self.figures.append({"what": what, "value": value, "unit": unit, "most": most})
        print(f"  {what}: {value:,.2f} {unit}", flush=True)
        if most is not None and value > most:
            self.failures.append(f"{what}: {value:,.1f} {unit}, and {most} are the most allowed")

    def text(self):
        heads = ["part", "call", "first ms", "median ms", "p99 ms", "max ms", "calls", "note"]
        lines = [heads] + [cells(row) for row in self.calls]
        figures = [["figure", "", "unit", "at most"]] + [
            [row["what"], f"{row['value']:,.2f}", row["unit"], str(row["most"] or "")]
            for row in self.figures]
        return grid(figures, {1}) + "\n\n" + grid(lines, {2, 3, 4, 5, 6})

    def write(self, file, options):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "cpus": os.cpu_count(),
            "kernel": platform.release(), "options": options, "figures": self.figures,
            "calls": self.calls, "failures": self.failures,
        }, indent=2, ensure_ascii=False) + "\n")


def cells(row):
    first = "" if row["first_ms"] is None else f"{row['first_ms']:.2f}"
    return [row["part"], row["what"], first, f"{row['median_ms']:.2f}", f"{row['p99_ms']:.2f}",
            f"{row['max_ms']:.2f}", str(row["calls"]), row["note"]]


def grid(lines, right):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(
        cell.rjust(width) if column in right else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)
