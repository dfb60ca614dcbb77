# SPDX-License-Identifier: Apache-2.0
"""Shows the quote of the day, a page of the catalogue and a message, by stock gRPC."""

import argparse
import os
import pathlib
import sys

import grpc

# The messages and the stub are made of the contract as the program starts; the README tells how to
# make them beforehand.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "proto"))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")

TIMEOUT_SECONDS = 10
EXIT_FAILED = 1
EXIT_UNAVAILABLE = 69


def show(stub, date, time_zone):
    request = messages.DailyQuoteRequest(date=date, time_zone=time_zone)
    daily = stub.DailyQuote(request, timeout=TIMEOUT_SECONDS)
    print(f"The quote of {daily.date} in {daily.time_zone}:")
    print(f"{daily.quote.text}\n— {daily.quote.creator or 'Unknown'}\n")

    page = stub.ListQuotes(messages.ListQuotesRequest(page_size=3), timeout=TIMEOUT_SECONDS)
    print(f"The first {len(page.quotes)} of {page.total_size} quotes:")
    for quote in page.quotes:
        print(f"{quote.id}  {quote.text}  — {quote.creator or 'Unknown'}")

    request = messages.ComposeMessageRequest(
        quote_id=daily.quote.id, channel=messages.CHANNEL_IMESSAGE
    )
    message = stub.ComposeMessage(request, timeout=TIMEOUT_SECONDS).message
    print("\nThe same quote as a message for iMessage:")
    print(f"caption:    {message.layout.caption}")
    print(f"subcaption: {message.layout.subcaption}")
    print(f"url:        {message.url}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--server",
        default=os.environ.get("QUOTE_SERVER") or "127.0.0.1:4242",
        help="HOST:PORT of the server (default: $QUOTE_SERVER, else %(default)s)",
    )
    parser.add_argument("--date", default="", help="YYYY-MM-DD (default: today in the zone)")
    parser.add_argument("--time-zone", default="", help="an IANA zone (default: the calendar's)")
    options = parser.parse_args()

    with grpc.insecure_channel(options.server) as channel:
        try:
            show(services.QuoteServiceStub(channel), options.date, options.time_zone)
        except grpc.RpcError as error:
            print(f"{options.server}: {error.code().name}: {error.details()}", file=sys.stderr)
            return EXIT_UNAVAILABLE if error.code() is grpc.StatusCode.UNAVAILABLE else EXIT_FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
