# SPDX-License-Identifier: Apache-2.0
"""What a caller without a token gets who asks a running `quoted` for everything there is.

usage: anonymous.py ADDRESS ready
       anonymous.py ADDRESS grpc|delimited QUOTE

Calls each method of each service with sound requests and with requests of one odd field each, and
prints how many calls there were and every kind of outcome as JSON. A method that has no sound
request in the table below is an error: whoever adds a method adds one. With `ready` it only waits
until searches are answered, and prints the id of a quote.
"""

import datetime
import json
import pathlib
import socket
import sys
import time

import grpc

PROTO = pathlib.Path(__file__).resolve().parent.parent.parent / "proto"
sys.path.insert(0, str(PROTO))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")
care = grpc.protos("quotes/maintenance/v1/maintenance.proto")
frames = grpc.protos("quotes/wire/v1/frame.proto")

from google.protobuf import json_format  # noqa: E402  (after the proto's own imports)

SERVICES = [
    messages.DESCRIPTOR.services_by_name["QuoteService"],
    messages.DESCRIPTOR.services_by_name["QuoteAdminService"],
    care.DESCRIPTOR.services_by_name["MaintenanceService"],
]
PREFACE = b"\x89QD\x01"

# What never ends by itself is ended by its deadline, which is as good as OK then.
ENDLESS = {"WatchDailyQuote"}
ENDLESS_SECONDS = 0.3

# Texts that a careless server might trip over.
ODD_TEXTS = ["", "x" * 70_000, "a\0b", "%", "'; DROP TABLE quotes; --", "𠮷\u202e", "9999-12-31"]
ODD_NUMBERS = [-(2**31), -1, 0, 1, 2**31 - 1]


def sound_requests(quote_id):
    """Requests that are answered where the method is served and the caller may call it."""
    names = {"languages": ["en"], "tags_any": ["life", "nosuchtag"], "min_length": 5}
    today = datetime.date.today()
    dates = {"first_date": str(today - datetime.timedelta(days=9)), "last_date": str(today)}
    return {
        "ListQuotes": [{}, {"page_size": 1000}, {"skip": 9, "filter": names, "order": 2}],
        "GetQuote": [{"id": quote_id}, {"id": quote_id, "min_revision": 1}],
        "SearchQuotes": [
            {"query": "love"}, {"query": "\"to be\" or", "filter": names, "page_size": 1000},
            {"query": "the", "min_revision": 1}, {"query": "愛"},
        ],
        "RandomQuotes": [{}, {"count": 100, "filter": names, "seed": 7, "balance_creators": True}],
        "DailyQuote": [{}, {"time_zone": "Asia/Tokyo", "calendar": "default"}],
        "ListDailyQuotes": [dates, {**dates, "calendar": "default"}],
        "WatchDailyQuote": [{}],
        "ListCalendars": [{}],
        "ListCreators": [{}, {"prefix": "a", "page_size": 5}],
        "ListTags": [{}, {"prefix": "l", "page_size": 5}],
        "ComposeMessage": [
            {"quote_id": quote_id, "channel": 1}, {"daily": {}, "channel": 1},
            {"quote": {"text": "Mine."}, "channel": 1, "note": "A note."},
        ],
        "CreateQuote": [{"quote": {"text": "By nobody."}}],
        "UpdateQuote": [{"quote": {"id": quote_id, "text": "Changed."}, "update_mask": "text"}],
        "DeleteQuote": [{"id": quote_id}],
        "PurgeQuote": [{"id": quote_id, "reason": "None."}],
        "ImportQuotes": [{"quotes": [{"text": "One."}, {"text": "Two."}]}],
        "ExportQuotes": [{}, {"include_deleted": True}],
        "PutCalendar": [{"calendar": {"id": "mine"}}],
        "PinDailyQuote": [{"pin": {"date": "--12-24", "quote_id": quote_id}}],
        "UnpinDailyQuote": [{"date": "--12-24"}],
        "ListPins": [{}],
        "CreateToken": [{"name": "Mine", "role": 3}],
        "ListTokens": [{}],
        "RevokeToken": [{"id": "a"}],
        "Backup": [{"path": "/nonexistent/copy"}],
        "GetStatus": [{}],
        "RemoveStarterQuotes": [{}],
        "FixCalendars": [{"through": "2030-01-01"}],
        "CheckQuotes": [{}],
        "ListAudit": [{}],
    }


def odd_fields(descriptor):
    """Requests with one odd field each."""
    for field in descriptor.fields:
        if field.type == field.TYPE_STRING:
            values = [[text] for text in ODD_TEXTS] if field.is_repeated else ODD_TEXTS
        elif field.type == field.TYPE_BOOL:
            values = [True]
        elif field.type == field.TYPE_ENUM:
            values = [99]
        elif field.type in (field.TYPE_INT32, field.TYPE_SINT32):
            values = ODD_NUMBERS
        elif field.type in (field.TYPE_UINT64, field.TYPE_INT64):
            values = [1, 2**63 - 1]
        elif field.type == field.TYPE_MESSAGE and field.message_type.name == "FieldMask":
            values = ["text", "nonsense"]
        elif field.type == field.TYPE_MESSAGE and field.message_type.name == "Timestamp":
            values = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"]
        elif field.type == field.TYPE_MESSAGE:
            inner = list(odd_fields(field.message_type)) if field.message_type.fields else [{}]
            values = [[value] for value in inner] if field.is_repeated else inner
        else:
            continue
        for value in values:
            yield {field.name: value}


def encoded(method, fields):
    module = care if method.input_type.file.package.startswith("quotes.maintenance") else messages
    request = getattr(module, method.input_type.name)()
    return json_format.ParseDict(fields, request).SerializeToString()


class GRPC:
    """Calls by gRPC, of any method, with encoded requests."""

    def __init__(self, address):
        self.channel = grpc.insecure_channel(address)

    def outcome(self, path, request, is_stream, is_endless):
        kind = self.channel.unary_stream if is_stream else self.channel.unary_unary
        call = kind(path, request_serializer=bytes, response_deserializer=bytes)
        try:
            response = call(request, timeout=ENDLESS_SECONDS if is_endless else 30)
            if is_stream:
                for _ in response:
                    pass
        except grpc.RpcError as error:
            if is_endless and error.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
                return 0
            return error.code().value[0]
        return 0


class Delimited:
    """Calls by the delimited protocol, one after the other on one connection."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.file = socket.create_connection((host, int(port)), timeout=30).makefile("rwb")
        self.file.write(PREFACE)
        self.last = 0

    def outcome(self, path, request, is_stream, is_endless):
        self.last += 1
        call = frames.Call(id=self.last, method=path, message=request)
        if is_endless:
            call.timeout_ms = int(ENDLESS_SECONDS * 1000)
        call = call.SerializeToString()
        self.file.write(varint(len(call)) + call)
        self.file.flush()
        if self.last == 1 and self.file.read(len(PREFACE)) != PREFACE:
            raise SystemExit("the server doesn't speak the delimited protocol")
        while True:
            reply = frames.Reply.FromString(self.file.read(self.length()))
            if reply.id == 0 and reply.HasField("status"):
                raise SystemExit(f"{path}: {reply.status.message}")
            if reply.id == self.last and reply.last:
                code = reply.status.code
                is_ended = is_endless and code == grpc.StatusCode.DEADLINE_EXCEEDED.value[0]
                return 0 if is_ended else code

    def length(self):
        value = shift = 0
        while True:
            byte = self.file.read(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def ask_for_everything(caller, quote_id):
    table, names = sound_requests(quote_id), {code.value[0]: code.name for code in grpc.StatusCode}
    count, outcomes = 0, {}
    for service in SERVICES:
        for method in service.methods:
            path = f"/{service.full_name}/{method.name}"
            for kind, requests in [
                ("sound", table[method.name]), ("odd", odd_fields(method.input_type))
            ]:
                for fields in requests:
                    code = caller.outcome(
                        path, encoded(method, fields), method.server_streaming,
                        method.name in ENDLESS,
                    )
                    count += 1
                    outcomes[(service.name, method.name, kind, names[code])] = fields
    keys = ["service", "method", "kind", "code"]
    return {"count": count, "outcomes": [dict(zip(keys, outcome)) for outcome in outcomes]}


def wait_for_search(stub):
    for _ in range(600):
        try:
            return stub.SearchQuotes(messages.SearchQuotesRequest(query="love"), timeout=30)
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.UNAVAILABLE:
                raise
            time.sleep(0.05)
    raise SystemExit("the search index is never ready")


def main():
    address, protocol, *quote_id = sys.argv[1:]
    if protocol == "ready":
        stub = services.QuoteServiceStub(grpc.insecure_channel(address))
        answer = {"id": wait_for_search(stub).quotes[0].id}
    else:
        caller = {"grpc": GRPC, "delimited": Delimited}[protocol](address)
        answer = ask_for_everything(caller, *quote_id)
    json.dump(answer, sys.stdout)


main()
