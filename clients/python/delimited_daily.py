# SPDX-License-Identifier: Apache-2.0
"""Shows the quote of the day, a page of the catalogue and a message, by the delimited protocol.

All it takes is a socket and protobuf: see `Connection`.
"""

import argparse
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from google.protobuf.message import DecodeError
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed

TIMEOUT_SECONDS = 10
EXIT_FAILED = 1
EXIT_UNAVAILABLE = 69
UNAVAILABLE = 14  # The code of gRPC.


def contract():
    """The contract's messages, made as the program starts; the README tells how to do it before."""
    protos = pathlib.Path(__file__).resolve().parents[2] / "proto"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={protos}",
             f"--python_out={folder}", "quotes/v1/quotes.proto", "quotes/wire/v1/frame.proto"],
            check=True,
        )
        sys.path.insert(0, folder)
        from quotes.v1 import quotes_pb2
        from quotes.wire.v1 import frame_pb2

        return quotes_pb2, frame_pb2


quotes, frames = contract()


class CallError(Exception):
    """A call ended with a status that is not OK."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Connection:
    """One call at a time over one connection; the whole of the protocol's client side."""

    PREFACE = b"\x89QD\x01"

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), TIMEOUT_SECONDS)
        self.stream = self.socket.makefile("rwb")
        self.last_id = 0
        self.stream.write(self.PREFACE)
        self.stream.flush()
        if self.stream.read(len(self.PREFACE)) != self.PREFACE:
            raise ConnectionError("this is no server of the delimited protocol")
        self.limits = self.reply().limits

    def call(self, method, request, response_type):
        self.last_id += 1
        call = frames.Call(
            id=self.last_id,
            method=f"/quotes.v1.QuoteService/{method}",
            message=request.SerializeToString(),
            timeout_ms=TIMEOUT_SECONDS * 1000,
        )
        serialize_length_prefixed(call, self.stream)
        self.stream.flush()
        while (reply := self.reply()).id != self.last_id:
            pass  # `going_away`: the call under way is answered all the same.
        return response_type.FromString(reply.message)

    def reply(self):
        reply = parse_length_prefixed(frames.Reply, self.stream)
        if reply is None:
            raise ConnectionError("the server closed the connection")
        if reply.HasField("status"):
            raise CallError(reply.status.code, reply.status.message)
        return reply

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


def show(connection, date, time_zone):
    request = quotes.DailyQuoteRequest(date=date, time_zone=time_zone)
    daily = connection.call("DailyQuote", request, quotes.DailyQuoteResponse)
    print(f"The quote of {daily.date} in {daily.time_zone}:")
    print(f"{daily.quote.text}\n— {daily.quote.creator or 'Unknown'}\n")

    request = quotes.ListQuotesRequest(page_size=3)
    page = connection.call("ListQuotes", request, quotes.ListQuotesResponse)
    print(f"The first {len(page.quotes)} of {page.total_size} quotes:")
    for quote in page.quotes:
        print(f"{quote.id}  {quote.text}  — {quote.creator or 'Unknown'}")

    request = quotes.ComposeMessageRequest(
        quote_id=daily.quote.id, channel=quotes.CHANNEL_IMESSAGE
    )
    message = connection.call("ComposeMessage", request, quotes.ComposeMessageResponse).message
    print("\nThe same quote as a message for iMessage:")
    print(f"caption:    {message.layout.caption}")
    print(f"subcaption: {message.layout.subcaption}")
    print(f"url:        {message.url}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--server",
        default=os.environ.get("QUOTE_SERVER") or "127.0.0.1:4242",
        help="HOST:PORT of the server (default: $QUOTE_SERVER, else %(default)s)",
    )
    parser.add_argument("--date", default="", help="YYYY-MM-DD (default: today in the zone)")
    parser.add_argument("--time-zone", default="", help="an IANA zone (default: the calendar's)")
    options = parser.parse_args()
    host, _, port = options.server.rpartition(":")
    if not port.isdigit():
        parser.error(f"--server: {options.server} is not HOST:PORT")

    try:
        with Connection(host.strip("[]"), int(port)) as connection:
            show(connection, options.date, options.time_zone)
    except CallError as error:
        print(f"{options.server}: status {error.code}: {error}", file=sys.stderr)
        return EXIT_UNAVAILABLE if error.code == UNAVAILABLE else EXIT_FAILED
    except (OSError, DecodeError) as error:
        print(f"{options.server}: {error}", file=sys.stderr)
        return EXIT_UNAVAILABLE
    return 0


if __name__ == "__main__":
    sys.exit(main())
