#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes golden.txt: messages of the contract as Python's own protobuf encodes them.

Needs PyPI's protobuf. GoldenTests.swift builds the same messages by the same names.
    python3 make-golden.py > golden.txt
"""

import pathlib

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESCRIPTORS = ROOT / "Sources" / "CQuoteProto" / "descriptors.binpb"
INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
UINT64_MAX = 2**64 - 1


def message_types():
    files = descriptor_pb2.FileDescriptorSet.FromString(DESCRIPTORS.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    return lambda name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def golden(type_of):
    v1 = lambda name: type_of(f"quotes.v1.{name}")
    rpc = lambda name: type_of(f"google.rpc.{name}")
    quote = v1("Quote")(
        id="abcdefghijklmnop",
        text="“Τὰ πάντα ῥεῖ” — 万物流转 👩\u200d👩\u200d👧",
        creator="Heraclitus",
        source="Fragment 12",
        year=-500,
        language="grc",
        tags=["change", ""],
        source_url="https://example.org/?a=b&c=d",
        attribution=3,
        rating=2,
        translation_of="ponmlkjihgfedcba",
        create_time={"seconds": -1, "nanos": 999_999_999},
        update_time={"seconds": 1_800_000_000},
        etag="17",
    )
    yield "empty", v1("Quote")()
    yield "quote", quote
    yield "nul", v1("Quote")(text="a\0b\0", creator="\0")
    yield "extremes", v1("Quote")(
        year=INT32_MIN,
        attribution=INT32_MAX,
        rating=INT32_MIN,
        create_time={"seconds": INT64_MIN, "nanos": INT32_MIN},
        update_time={"seconds": INT64_MAX, "nanos": INT32_MAX},
    )
    yield "long text", v1("Quote")(text="é" * 200)
    yield "today", v1("DailyQuoteRequest")()
    yield "daily request", v1("DailyQuoteRequest")(
        date="2027-03-28", time_zone="Europe/Berlin", calendar="de"
    )
    yield "daily response", v1("DailyQuoteResponse")(
        quote=quote,
        date="2027-03-28",
        valid_until={"seconds": 1_806_184_800},
        valid_for={"seconds": 3_600, "nanos": 500_000_000},
        time_zone="Europe/Berlin",
        calendar="default",
        reason=1,
        certainty=1,
        cycle_position=366,
        chain=bytes(range(32)),
    )
    yield "negative duration", v1("DailyQuoteResponse")(valid_for={"seconds": -1, "nanos": -1})
    yield "list request", v1("ListQuotesRequest")(
        page_size=-1,
        page_token="eyJ2IjoxfQ",
        skip=INT32_MAX,
        filter={
            "tags_all": ["a", "b"],
            "tags_any": ["c"],
            "creators": ["Camillo Benso, Count of Cavour"],
            "languages": ["en-GB"],
            "min_length": 1,
            "max_length": 280,
            "include_mature": True,
        },
        order=3,
        min_revision=UINT64_MAX,
    )
    yield "empty filter", v1("ListQuotesRequest")(filter={})
    yield "list response", v1("ListQuotesResponse")(
        quotes=[quote, v1("Quote")(), quote],
        next_page_token="next",
        total_size=2_127,
        revision=300,
    )
    yield "compose by id", v1("ComposeMessageRequest")(quote_id="", channel=2)
    yield "compose by date", v1("ComposeMessageRequest")(daily={}, note="For you", limit=140)
    yield "compose a quote", v1("ComposeMessageRequest")(
        quote=quote, channel=11, overflow=3, display={"columns": 40, "rows": 4, "ascii": True}
    )
    yield "tombstone", v1("Quote")(
        id="abcdefghijklmnop", delete_time={"seconds": 1_800_000_000, "nanos": 500_000_000}
    )
    yield "import", v1("ImportQuotesRequest")(
        quotes=[quote, v1("Quote")()], restore_deleted=True, dry_run=True, keep_ids=True
    )
    yield "update", v1("UpdateQuoteRequest")(
        quote={"id": "q"}, update_mask={"paths": ["text", "tags"]}, request_id="r"
    )
    yield "status", packed_status(rpc)


def packed_status(rpc):
    status = rpc("Status")(code=3, message="page_size is -1: send 0 to 1,000.")
    status.details.add().Pack(
        rpc("ErrorInfo")(
            reason="PAGE_SIZE_NEGATIVE", domain="quotes.v1", metadata={"page_size": "-1"}
        )
    )
    violation = {"field": "page_size", "description": "must not be negative"}
    status.details.add().Pack(rpc("BadRequest")(field_violations=[violation]))
    status.details.add().Pack(rpc("RetryInfo")(retry_delay={"nanos": 250_000_000}))
    return status


if __name__ == "__main__":
    for name, message in golden(message_types()):
        print(f"{name}: {message.SerializeToString(deterministic=True).hex()}")
