#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random messages of all types of the contract, and what google.protobuf.json_format says of them.

make SEED COUNT    prints lines of: type, encoded message, its JSON, its JSON by the proto's names
check FILE         reads lines of: type, encoded message, JSON of it and message of its JSON by the
                   other side; prints how many agree, and fails where any does not
"""

import base64
import json
import pathlib
import random
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.descriptor import FieldDescriptor as Field

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = "google.protobuf."  # descriptor.proto, which nobody sends; its messages come as fields
DEEPEST = 4

pool = descriptor_pool.DescriptorPool()
files = descriptor_pb2.FileDescriptorSet.FromString(
    (ROOT / "Sources/CQuoteProto/descriptors.binpb").read_bytes())
for file in files.file:
    pool.Add(file)

INTEGERS = {
    Field.CPPTYPE_INT32: (-2**31, 2**31 - 1), Field.CPPTYPE_INT64: (-2**63, 2**63 - 1),
    Field.CPPTYPE_UINT32: (0, 2**32 - 1), Field.CPPTYPE_UINT64: (0, 2**64 - 1)}
SCALARS = ["a", "Z", " ", '"', "\\", "/", "\n", "\x00", "\x1f", "\x7f", "<", "&", "é", "\u2028",
           "\ufffd", "日", "א", "🎈", "\U0010ffff"]


def types():
    """The messages of all files, but those of maps and of the standard's own files."""
    def walk(message):
        if not message.GetOptions().map_entry:
            yield message
        for nested in message.nested_types:
            yield from walk(nested)
    for file in files.file:
        for message in pool.FindFileByName(file.name).message_types_by_name.values():
            for found in walk(message):
                if not found.full_name.startswith(SKIPPED):
                    yield found


def text(random):
    return "".join(random.choice(SCALARS) for _ in range(random.choice([0, 1, 3, 40])))


def scalar(field, random):
    if field.cpp_type in INTEGERS:
        low, high = INTEGERS[field.cpp_type]
        return random.choice([0, 1, low, high, random.randint(low, high)])
    if field.cpp_type == Field.CPPTYPE_BOOL:
        return random.random() < 0.5
    if field.cpp_type == Field.CPPTYPE_ENUM:
        return random.choice([*(value.number for value in field.enum_type.values), 4242, -1])
    if field.cpp_type in (Field.CPPTYPE_DOUBLE, Field.CPPTYPE_FLOAT):
        return random.choice([0.0, -0.0, 1.5, 1e-7, 1e30, float("inf"), random.random()])
    if field.type == Field.TYPE_BYTES:
        return random.randbytes(random.choice([0, 1, 2, 3, 4, 57]))
    return text(random)


def special(message, random):
    """Fills the types that JSON writes in ways of their own; false for others."""
    name = message.DESCRIPTOR.full_name
    nanos = random.choice([0, 500_000_000, 20_000, 7, 999_999_999])
    if name == "google.protobuf.Timestamp":
        message.seconds = random.choice(
            [0, -62135596800, 253402300799, random.randint(-62135596800, 253402300799)])
        message.nanos = nanos
    elif name == "google.protobuf.Duration":
        message.seconds = random.choice([0, 315576000000, -3, random.randint(0, 10**6)])
        message.nanos = -nanos if message.seconds < 0 else nanos
    elif name == "google.protobuf.FieldMask":
        message.paths.extend(random.sample(
            ["text", "creator.name", "min_length", "a.b_c.d", "valid_until"], random.randint(0, 4)))
    elif name == "google.protobuf.Any":
        if random.random() < 0.8:
            chosen = random.choice(["google.rpc.ErrorInfo", "google.protobuf.Duration",
                                    "google.rpc.BadRequest", "quotes.v1.Quote"])
            inner = make(pool.FindMessageTypeByName(chosen), random, DEEPEST)
            message.type_url = "type.googleapis.com/" + chosen
            message.value = inner.SerializeToString()
    else:
        return False
    return True


def fill(message, random, depth):
    if special(message, random):
        return
    for field in message.DESCRIPTOR.fields:
        if random.random() < 0.4 or (field.message_type and depth >= DEEPEST):
            continue
        if field.message_type and field.message_type.GetOptions().map_entry:
            entries = getattr(message, field.name)
            for _ in range(random.randint(0, 3)):
                key = scalar(field.message_type.fields_by_name["key"], random)
                value = field.message_type.fields_by_name["value"]
                if value.message_type:
                    fill(entries[key], random, depth + 1)
                else:
                    entries[key] = scalar(value, random)
        elif field.is_repeated:
            for _ in range(random.randint(0, 3)):
                if field.message_type:
                    fill(getattr(message, field.name).add(), random, depth + 1)
                else:
                    getattr(message, field.name).append(scalar(field, random))
        elif field.message_type:
            inner = getattr(message, field.name)
            inner.SetInParent()
            fill(inner, random, depth + 1)
        else:
            setattr(message, field.name, scalar(field, random))


def make(type, random, depth=0):
    message = message_factory.GetMessageClass(type)()
    fill(message, random, depth)
    return message


def print_random(seed, count):
    source = random.Random(seed)
    for type in sorted(types(), key=lambda type: type.full_name):
        for _ in range(count):
            message = make(type, source)
            by_json, by_proto = (
                json_format.MessageToJson(
                    message, descriptor_pool=pool, indent=None, preserving_proto_field_name=names,
                    ensure_ascii=source.random() < 0.5)
                for names in (False, True))
            print(type.full_name, base64.b64encode(message.SerializeToString()).decode(), by_json,
                  by_proto, sep="\t")


def check(path):
    agreed, types_seen = 0, set()
    for line in pathlib.Path(path).read_text("utf-8").rstrip("\n").split("\n"):
        name, encoded, text, *transcoded = line.split("\t")
        found = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
        message = found.FromString(base64.b64decode(encoded))
        expected = json_format.MessageToDict(message, descriptor_pool=pool)
        assert json.loads(text) == expected, f"{name}: {text}\nis not {expected}"
        again = json_format.Parse(text, found(), descriptor_pool=pool)
        assert again == message, f"{name}: {text}\nreads as {again}"
        for other in transcoded:
            read = found.FromString(base64.b64decode(other))
            assert read == message, f"{name}: {message}\nbecame {read}"
        agreed, types_seen = agreed + 1, types_seen | {name}
    print(json.dumps({"agreed": agreed, "types": len(types_seen)}))


if sys.argv[1] == "make":
    print_random(int(sys.argv[2]), int(sys.argv[3]))
else:
    check(sys.argv[2])
