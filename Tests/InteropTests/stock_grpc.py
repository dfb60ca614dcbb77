# SPDX-License-Identifier: Apache-2.0
"""What a stock gRPC client (grpcio) sees of a running `quoted`.

usage: stock_grpc.py ADDRESS CASE [ARGUMENT...]

With TEST_CA=FILE it calls over TLS, and trusts that PEM file's certificates. Each case asserts what must hold and prints what the test compares, as JSON.
"""

import json
import os
import pathlib
import sys

import grpc

PROTO = pathlib.Path(__file__).resolve().parent.parent.parent / "proto"
sys.path.insert(0, str(PROTO))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")

from google.protobuf import json_format  # noqa: E402  (after the proto's own imports)
from google.rpc import error_details_pb2  # noqa: E402
from grpc_status import rpc_status  # noqa: E402

MEBIBYTE = 1024 * 1024


def as_json(message):
    return json_format.MessageToDict(message)


class Case:
    """The cases, by name; each takes the stub and what the test passes along."""

    def daily(stub, date, zone):
        return as_json(stub.DailyQuote(messages.DailyQuoteRequest(date=date, time_zone=zone)))

    def list(stub, page_size):
        return as_json(stub.ListQuotes(messages.ListQuotesRequest(page_size=int(page_size))))

    def get(stub, quote_id):
        return as_json(stub.GetQuote(messages.GetQuoteRequest(id=quote_id)))

    def compose(stub, quote_id):
        request = messages.ComposeMessageRequest(
            quote_id=quote_id, channel=messages.CHANNEL_IMESSAGE, session_id="one"
        )
        return as_json(stub.ComposeMessage(request))

    def pages(stub, page_size):
        """Every id exactly once, whatever the page size."""
        ids, token, total = [], "", None
        while True:
            page = stub.ListQuotes(
                messages.ListQuotesRequest(page_size=int(page_size), page_token=token)
            )
            total = page.total_size
            ids += [quote.id for quote in page.quotes]
            token = page.next_page_token
            if not token:
                break
        assert len(ids) == len(set(ids)) == total, (len(ids), len(set(ids)), total)
        return {"ids": ids}

    def metadata(stub):
        """Custom metadata harms nobody, and the reply's own is what gRPC asks for."""
        call = stub.DailyQuote.with_call(
            messages.DailyQuoteRequest(),
            metadata=[("x-one", "1"), ("x-one", "2"), ("x-raw-bin", bytes(range(256)))],
            timeout=10,
        )[1]
        return {"code": call.code().name}

    def expired(stub):
        """A deadline that has passed is DEADLINE_EXCEEDED for the client, and the server lives."""
        return refusal(lambda: stub.DailyQuote(messages.DailyQuoteRequest(), timeout=0.000001))

    def unimplemented_method(stub):
        call = stub.channel.unary_unary(
            "/quotes.v1.QuoteService/ForgetQuote", request_serializer=bytes,
            response_deserializer=bytes,
        )
        return refusal(lambda: call(b""))

    def watch(stub, zone):
        """Today's quote by a stream that then waits for tomorrow's, until it is cancelled."""
        call = stub.WatchDailyQuote(messages.WatchDailyQuoteRequest(time_zone=zone))
        first = as_json(next(call))
        call.cancel()
        try:
            next(call)
        except grpc.RpcError as error:
            return {"first": first, "end": error.code().name}
        raise AssertionError("a cancelled stream went on")

    def unknown_id(stub):
        return refusal(lambda: stub.GetQuote(messages.GetQuoteRequest(id="nosuchquotehere2")))

    def negative_page_size(stub):
        return refusal(lambda: stub.ListQuotes(messages.ListQuotesRequest(page_size=-1)))

    def forged_page_token(stub):
        return refusal(lambda: stub.ListQuotes(messages.ListQuotesRequest(page_token="AAAA")))

    def impossible_date(stub):
        return refusal(lambda: stub.DailyQuote(messages.DailyQuoteRequest(date="2026-02-30")))

    def far_date(stub):
        return refusal(lambda: stub.DailyQuote(messages.DailyQuoteRequest(date="9999-12-31")))

    def unknown_zone(stub):
        return refusal(
            lambda: stub.DailyQuote(messages.DailyQuoteRequest(time_zone="Mars/Olympus"))
        )

    def zone_outside(stub):
        return refusal(
            lambda: stub.DailyQuote(messages.DailyQuoteRequest(time_zone="../../../etc/passwd"))
        )

    def unknown_calendar(stub):
        return refusal(lambda: stub.DailyQuote(messages.DailyQuoteRequest(calendar="nope")))

    def no_subject(stub):
        return refusal(lambda: stub.ComposeMessage(messages.ComposeMessageRequest()))

    def no_grid(stub):
        request = messages.ComposeMessageRequest(
            quote=messages.Quote(text="Know thyself."), channel=messages.CHANNEL_DISPLAY
        )
        return refusal(lambda: stub.ComposeMessage(request))

    def unseen_revision(stub):
        return refusal(
            lambda: stub.GetQuote(messages.GetQuoteRequest(id="a" * 16, min_revision=2**63))
        )

    def five_megabytes(stub):
        request = messages.ComposeMessageRequest(note="x" * (5 * MEBIBYTE))
        return refusal(lambda: stub.ComposeMessage(request))

    def compressed(stub, page_size):
        """Calls whose messages are compressed by gzip, those of a stream too."""
        gzip = {"compression": grpc.Compression.Gzip}
        page = stub.ListQuotes(messages.ListQuotesRequest(page_size=int(page_size)), **gzip)
        watch = stub.WatchDailyQuote(messages.WatchDailyQuoteRequest(), **gzip)
        next(watch)
        watch.cancel()
        return as_json(page)

    def inflating(stub):
        """A request of a few kilobytes that holds 5 MiB."""
        request = messages.ComposeMessageRequest(note="x" * (5 * MEBIBYTE))
        return refusal(lambda: stub.ComposeMessage(request, compression=grpc.Compression.Gzip))

    def nul(stub):
        """A NUL never cuts a text: it is refused by its name."""
        quote = messages.Quote(text="before\0after", creator="Nobody")
        return refusal(
            lambda: stub.ComposeMessage(messages.ComposeMessageRequest(quote=quote)),
            or_else=lambda response: as_json(response),
        )


def refusal(call, or_else=None):
    """What the client learns of a call that fails; whether it fails is the test's to judge."""
    try:
        response = call()
    except grpc.RpcError as error:
        reason = ""
        fields = []
        status = rpc_status.from_call(error)
        for detail in status.details if status else []:
            info = error_details_pb2.ErrorInfo()
            bad_request = error_details_pb2.BadRequest()
            if detail.Unpack(info):
                reason = info.reason
                assert info.domain == "quotes.v1", info
            elif detail.Unpack(bad_request):
                fields += [violation.field for violation in bad_request.field_violations]
        return {
            "code": error.code().name,
            "message": error.details(),
            "reason": reason,
            "field": ",".join(fields),
        }
    return or_else(response) if or_else else {"code": "OK"}


def open_channel(address):
    """By TLS where the environment names whom to trust."""
    options = [("grpc.max_send_message_length", 64 * MEBIBYTE)]
    authorities = os.environ.get("TEST_CA")
    if not authorities:
        return grpc.insecure_channel(address, options=options)
    credentials = grpc.ssl_channel_credentials(pathlib.Path(authorities).read_bytes())
    return grpc.secure_channel(address, credentials, options=options)


def main():
    address, name, *arguments = sys.argv[1:]
    with open_channel(address) as channel:
        stub = services.QuoteServiceStub(channel)
        stub.channel = channel
        answer = getattr(Case, name)(stub, *arguments)
        # However the call went, the server serves the next one.
        stub.DailyQuote(messages.DailyQuoteRequest(), timeout=10)
    json.dump(answer, sys.stdout)


main()
