# SPDX-License-Identifier: Apache-2.0
"""What a stock gRPC client (grpcio) may do at a running `quoted`, by the token that it shows.

usage: stock_editor.py ADDRESS CASE [ARGUMENT...]

An empty TOKEN stands for none. Each case prints what the test compares, as JSON.
"""

import json
import pathlib
import sys

import grpc

PROTO = pathlib.Path(__file__).resolve().parent.parent.parent / "proto"
sys.path.insert(0, str(PROTO))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")
care, care_services = grpc.protos_and_services("quotes/maintenance/v1/maintenance.proto")

from google.protobuf import json_format  # noqa: E402  (after the proto's own imports)
from google.rpc import error_details_pb2  # noqa: E402
from grpc_status import rpc_status  # noqa: E402

SERVICES = [
    (messages.DESCRIPTOR.services_by_name["QuoteService"], services.QuoteServiceStub),
    (messages.DESCRIPTOR.services_by_name["QuoteAdminService"], services.QuoteAdminServiceStub),
    (care.DESCRIPTOR.services_by_name["MaintenanceService"], care_services.MaintenanceServiceStub),
]


class Case:
    """The cases, by name; each takes the channel and what the test passes along."""

    def create(channel, token, text, request_id):
        stub = services.QuoteAdminServiceStub(channel)
        request = messages.CreateQuoteRequest(
            quote=messages.Quote(text=text), request_id=request_id
        )
        return outcome(lambda: stub.CreateQuote(request, metadata=bearer(token), timeout=30))

    def read(channel, token, times, forwarded_for):
        """The outcomes of so many calls, one after the other."""
        stub = services.QuoteServiceStub(channel)
        metadata = bearer(token)
        if forwarded_for:
            metadata.append(("x-forwarded-for", forwarded_for))
        calls = [
            outcome(lambda: stub.DailyQuote(messages.DailyQuoteRequest(), metadata=metadata))
            for _ in range(int(times))
        ]
        for call in calls:
            call.pop("response", None)
        return {"calls": calls}

    def every_method(channel, service, token):
        """How an empty request to each method of a service ends."""
        outcomes = []
        for descriptor, stub in SERVICES:
            if descriptor.name != service:
                continue
            for method in descriptor.methods:
                call = prepared(channel, stub, method, {}, token)
                answer = outcome(call)
                outcomes.append({"method": method.name, **answer})
        return {"outcomes": outcomes}


def prepared(channel, stub_type, method, fields, token):
    """A call of a method that is ready to be made; of a stream, its first response is awaited."""
    request = json_format.ParseDict(fields, type_of(method.input_type)())
    stub = getattr(stub_type(channel), method.name)
    call = lambda: stub(request, metadata=bearer(token), timeout=30)  # noqa: E731
    if not method.server_streaming:
        return call

    def first():
        responses = call()
        try:
            return next(iter(responses), None)
        finally:
            responses.cancel()

    return first


def type_of(descriptor):
    module = care if descriptor.file.package.startswith("quotes.maintenance") else messages
    return getattr(module, descriptor.name)


def bearer(token):
    return [("authorization", "Bearer " + token)] if token else []


def outcome(call):
    """The response as JSON, or what the client learns of a call that fails."""
    try:
        response = call()
    except grpc.RpcError as error:
        answer = {"code": error.code().name, "message": error.details(), "reason": "", "retry": 0}
        status = rpc_status.from_call(error)
        for detail in status.details if status else []:
            info = error_details_pb2.ErrorInfo()
            retry = error_details_pb2.RetryInfo()
            if detail.Unpack(info):
                answer["reason"] = info.reason
            elif detail.Unpack(retry):
                answer["retry"] = retry.retry_delay.ToMilliseconds()
        return answer
    return {"code": "OK", "response": json_format.MessageToDict(response) if response else {}}


def main():
    address, name, *arguments = sys.argv[1:]
    with grpc.insecure_channel(address) as channel:
        answer = getattr(Case, name)(channel, *arguments)
    json.dump(answer, sys.stdout)


main()
