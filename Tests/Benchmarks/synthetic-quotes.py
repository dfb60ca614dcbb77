#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes synthetic quotes as JSON Lines, for a catalogue of any size: the same seed, the same quotes.

Lengths, creators, languages, tags and ratings are spread as in real collections: most texts have 40 to
200 characters and few have thousands, few creators have many quotes and many have one.

    synthetic-quotes.py --count 1000000 > million.jsonl
    quoted import --data DIRECTORY million.jsonl
"""

import argparse
import json
import random
import sys

SYLLABLES = (
    "al an ar be ca co da de di do el en er fa fi ga ge ha he in ka ke la le li lo ma me mi mo na ne "
    "ni no on or pa pe po ra re ri ro sa se si so ta te ti to un va ve vi wa we wi za ze"
).split()
LANGUAGES = (["en"] * 60) + (["de"] * 12) + (["fr"] * 10) + (["es"] * 8) + (["it"] * 5) + [
    "en-GB", "pt-BR", "la", "", ""]

CHINESE = range(0x4E00, 0x4E00 + 3_000)


def words(chance: random.Random, count: int) -> list[str]:
    return ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(count)]


def text(chance: random.Random, vocabulary: list[str], number: int) -> str:
    length = min(int(chance.lognormvariate(4.4, 0.7)) + 12, 5_000)
    parts = [chance.choice(vocabulary).capitalize()]
    size = len(parts[0])
    while size < length:
        word = chance.choice(vocabulary)
        parts.append(word + ("," if chance.random() < 0.08 else ""))
        size += len(parts[-1]) + 1
    # The number keeps all texts apart, also where folding takes case and punctuation away.
    return f"{' '.join(parts).rstrip(',')} {number}."


def chinese_text(chance: random.Random, number: int) -> str:
    clauses = ["".join(map(chr, chance.choices(CHINESE, k=chance.randint(4, 12))))
               for _ in range(chance.randint(1, 5))]
    return f"{'，'.join(clauses)}{number}。"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=1_000_000, help="quotes (1,000,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first quote (0)")
    parser.add_argument("--seed", type=int, default=1, help="what makes them differ (1)")
    parser.add_argument("--chinese", action="store_true", help="texts in Chinese characters")
    options = parser.parse_args()

    base = random.Random(options.seed)
    vocabulary = words(base, 8_000)
    creators = [" ".join(word.capitalize() for word in words(base, 2)) for _ in range(20_000)]
    tags = words(base, 400)
    for number in range(options.first, options.first + options.count):
        # Each quote by itself, so that a part of them is the same as in the whole.
        chance = random.Random(options.seed << 40 | number)
        rank = int(len(creators) ** chance.random()) - 1  # Zipf: the n-th has 1/n of the first.
        quote = {
            "text": chinese_text(chance, number) if options.chinese
            else text(chance, vocabulary, number),
            "creator": "" if chance.random() < 0.05 else creators[rank],
            "language": "zh" if options.chinese else chance.choice(LANGUAGES),
            "tags": sorted(set(chance.choices(tags, k=chance.randint(0, 4)))),
        }
        if chance.random() < 0.6:
            quote["source"] = " ".join(chance.choices(vocabulary, k=4)).capitalize()
            quote["year"] = chance.randint(1, 2_000)
        if chance.random() < 0.02:
            quote["rating"] = "MATURE"
        sys.stdout.write(json.dumps(quote, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
