# SPDX-License-Identifier: Apache-2.0
"""Serves QuoteService by stock gRPC, and refuses every method's first two calls as UNAVAILABLE.

Prints "listening on ADDRESS" first, and serves until it is killed.
"""

import collections
import concurrent.futures
import pathlib
import sys

import grpc

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "proto"))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")

REFUSED_FIRST = 2
QUOTE = messages.Quote(id="2345672345672345", text="Know thyself.", creator="Thales")


class FlakyService(services.QuoteServiceServicer):
    def __init__(self):
        self.calls = collections.Counter()

    def refuse_first(self, method, context):
        self.calls[method] += 1
        if self.calls[method] <= REFUSED_FIRST:
            context.abort(grpc.StatusCode.UNAVAILABLE, "Not yet.")

    def DailyQuote(self, request, context):
        self.refuse_first("DailyQuote", context)
        return messages.DailyQuoteResponse(quote=QUOTE, date="2026-11-30", time_zone="UTC")

    def ListQuotes(self, request, context):
        self.refuse_first("ListQuotes", context)
        return messages.ListQuotesResponse(quotes=[QUOTE])

    def ComposeMessage(self, request, context):
        self.refuse_first("ComposeMessage", context)
        message = messages.Message(url=f"/q/{request.quote_id}", layout=messages.MessageLayout())
        return messages.ComposeMessageResponse(message=message)


server = grpc.server(concurrent.futures.ThreadPoolExecutor())
services.add_QuoteServiceServicer_to_server(FlakyService(), server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(f"listening on 127.0.0.1:{port}", flush=True)
server.wait_for_termination()
