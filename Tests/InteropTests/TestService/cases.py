# SPDX-License-Identifier: Apache-2.0
"""gRPC's interoperability cases as a stock client (grpcio) runs them, and one more.

usage: cases.py HOST:PORT [CASE...]

Prints a line for each case: its name, and `passed` or what went wrong.
"""

import itertools
import queue
import sys

import grpc
from grpc._cython import cygrpc

import message_flags
from service import empty_pb2, messages_pb2, test_pb2_grpc

LARGE_REQUEST, LARGE_RESPONSE = 271_828, 314_159
REQUEST_SIZES = [27_182, 8, 1_828, 45_904]
RESPONSE_SIZES = [31_415, 9, 2_653, 58_979]
INITIAL, TRAILING = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"
SPECIAL = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"


class Uncompressed(bytes):
    """An encoded request that is not to be compressed though its call's are."""


def send_message(message, flags, send=cygrpc.SendMessageOperation):
    # grpcio has the flag, but no way to set it on one request of a stream.
    if isinstance(message, Uncompressed):
        flags |= cygrpc.WriteFlag.no_compress
    return send(bytes(message), flags)


cygrpc.SendMessageOperation = send_message


def zeros(size):
    return messages_pb2.Payload(body=bytes(size))


def truth(value):
    return messages_pb2.BoolValue(value=value)


def output_request(*sizes, payload=None, **fields):
    request = messages_pb2.StreamingOutputCallRequest(**fields)
    for size in sizes:
        request.response_parameters.add(size=size)
    if payload is not None:
        request.payload.CopyFrom(zeros(payload))
    return request


def expect(value, wanted, what):
    if value != wanted:
        raise AssertionError(f"{what} is {value!r} instead of {wanted!r}")


def expect_zeros(response, size):
    expect(len(response.payload.body), size, "a response's size")
    expect(response.payload.body.count(0), size, "the count of zeros in a response")


def expect_status(code, work):
    try:
        result = work()
        list(result) if hasattr(result, "__next__") else result
    except grpc.RpcError as error:
        expect(error.code(), code, f"the status ({error.details()})")
        return error
    raise AssertionError(f"the call succeeded instead of ending by {code}")


class Cases:
    """The cases, each a method of its name."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        relay = message_flags.Relay((host, int(port)))
        self.calls = relay.calls
        self.channel = grpc.insecure_channel(relay.address)
        self.stub = test_pb2_grpc.TestServiceStub(self.channel)

    def _unary(self, compression=None, metadata=None, **fields):
        request = messages_pb2.SimpleRequest(
            response_size=LARGE_RESPONSE, payload=zeros(LARGE_REQUEST), **fields
        )
        response, call = self.stub.UnaryCall.with_call(
            request, timeout=60, compression=compression, metadata=metadata
        )
        expect_zeros(response, LARGE_RESPONSE)
        return call

    def empty_unary(self):
        response = self.stub.EmptyCall(empty_pb2.Empty(), timeout=60)
        expect(response.SerializeToString(), b"", "the response")

    def large_unary(self):
        self._unary()

    def client_compressed_unary(self):
        # A server that doesn't look would take everything.
        expect_status(
            grpc.StatusCode.INVALID_ARGUMENT, lambda: self._unary(expect_compressed=truth(True))
        )
        self._unary(grpc.Compression.Gzip, expect_compressed=truth(True))
        expect(self.calls.requests(), [True], "what was compressed")
        self._unary(expect_compressed=truth(False))
        expect(self.calls.requests(), [False], "what was compressed")

    def server_compressed_unary(self):
        for wanted in (True, False):
            self._unary(response_compressed=truth(wanted))
            expect(self.calls.responses(), [wanted], "what was compressed")

    def client_streaming(self):
        requests = (
            messages_pb2.StreamingInputCallRequest(payload=zeros(size)) for size in REQUEST_SIZES
        )
        response = self.stub.StreamingInputCall(requests, timeout=60)
        expect(response.aggregated_payload_size, 74_922, "the sum")

    def client_compressed_streaming(self):
        first = messages_pb2.StreamingInputCallRequest(
            payload=zeros(27_182), expect_compressed=truth(True)
        )
        second = messages_pb2.StreamingInputCallRequest(
            payload=zeros(45_904), expect_compressed=truth(False)
        )
        # A server that doesn't look would take everything.
        expect_status(
            grpc.StatusCode.INVALID_ARGUMENT,
            lambda: self.stub.StreamingInputCall(iter([first]), timeout=60),
        )
        call = self.channel.stream_unary(
            "/grpc.testing.TestService/StreamingInputCall",
            request_serializer=lambda encoded: encoded,
            response_deserializer=messages_pb2.StreamingInputCallResponse.FromString,
        )
        encoded = [first.SerializeToString(), Uncompressed(second.SerializeToString())]
        response = call(iter(encoded), timeout=60, compression=grpc.Compression.Gzip)
        expect(response.aggregated_payload_size, 73_086, "the sum")
        expect(self.calls.requests(), [True, False], "what was compressed")

    def server_streaming(self):
        replies = self.stub.StreamingOutputCall(output_request(*RESPONSE_SIZES), timeout=60)
        for reply, size in itertools.zip_longest(replies, RESPONSE_SIZES):
            expect_zeros(reply, size)

    def server_compressed_streaming(self):
        request = messages_pb2.StreamingOutputCallRequest()
        request.response_parameters.add(size=31_415, compressed=truth(True))
        request.response_parameters.add(size=92_653, compressed=truth(False))
        replies = self.stub.StreamingOutputCall(request, timeout=60)
        for reply, size in itertools.zip_longest(replies, [31_415, 92_653]):
            expect_zeros(reply, size)
        expect(self.calls.responses(), [True, False], "what was compressed")

    def ping_pong(self):
        requests = queue.SimpleQueue()
        replies = self.stub.FullDuplexCall(iter(requests.get, None), timeout=60)
        for request, response in zip(REQUEST_SIZES, RESPONSE_SIZES):
            requests.put(output_request(response, payload=request))
            expect_zeros(next(replies), response)
        requests.put(None)
        expect(list(replies), [], "what follows")

    def empty_stream(self):
        expect(list(self.stub.FullDuplexCall(iter([]), timeout=60)), [], "the responses")

    def custom_metadata(self):
        metadata = [(INITIAL, "test_initial_metadata_value"), (TRAILING, b"\xab\xab\xab")]

        def check(call):
            initial = [value for name, value in call.initial_metadata() if name == INITIAL]
            trailing = [value for name, value in call.trailing_metadata() if name == TRAILING]
            expect(initial, ["test_initial_metadata_value"], "the initial metadata")
            expect(trailing, [b"\xab\xab\xab"], "the trailing metadata")

        check(self._unary(metadata=metadata))
        request = output_request(LARGE_RESPONSE, payload=LARGE_REQUEST)
        call = self.stub.FullDuplexCall(iter([request]), timeout=60, metadata=metadata)
        expect_zeros(next(call), LARGE_RESPONSE)
        expect(list(call), [], "what follows")
        check(call)

    def status_code_and_message(self):
        status = messages_pb2.EchoStatus(code=2, message="test status message")
        for work in (
            lambda: self.stub.UnaryCall(
                messages_pb2.SimpleRequest(response_status=status), timeout=60
            ),
            lambda: self.stub.FullDuplexCall(
                iter([output_request(response_status=status)]), timeout=60
            ),
        ):
            error = expect_status(grpc.StatusCode.UNKNOWN, work)
            expect(error.details(), status.message, "the message")

    def special_status_message(self):
        status = messages_pb2.EchoStatus(code=2, message=SPECIAL)
        request = messages_pb2.SimpleRequest(response_status=status)
        error = expect_status(
            grpc.StatusCode.UNKNOWN, lambda: self.stub.UnaryCall(request, timeout=60)
        )
        expect(error.details(), SPECIAL, "the message")

    def unimplemented_method(self):
        expect_status(
            grpc.StatusCode.UNIMPLEMENTED,
            lambda: self.stub.UnimplementedCall(empty_pb2.Empty(), timeout=60),
        )

    def unimplemented_service(self):
        stub = test_pb2_grpc.UnimplementedServiceStub(self.channel)
        expect_status(
            grpc.StatusCode.UNIMPLEMENTED,
            lambda: stub.UnimplementedCall(empty_pb2.Empty(), timeout=60),
        )

    def cancel_after_begin(self):
        requests = queue.SimpleQueue()
        call = self.stub.StreamingInputCall.future(iter(requests.get, None), timeout=60)
        # Frames keep their order: the server has the call when it answers this one.
        self.empty_unary()
        call.cancel()
        expect(call.code(), grpc.StatusCode.CANCELLED, "the status")
        requests.put(None)

    def cancel_after_first_response(self):
        requests = queue.SimpleQueue()
        requests.put(output_request(31_415, payload=27_182))
        call = self.stub.FullDuplexCall(iter(requests.get, None), timeout=60)
        expect_zeros(next(call), 31_415)
        call.cancel()
        expect_status(grpc.StatusCode.CANCELLED, lambda: next(call))
        requests.put(None)

    def timeout_on_sleeping_server(self):
        # The first is over before it has come far; the second reaches the server's handler.
        for timeout in (0.001, 0.2):
            request = output_request(payload=27_182)
            request.response_parameters.add(size=31_415, interval_us=60_000_000)
            requests = queue.SimpleQueue()
            requests.put(request)
            call = self.stub.FullDuplexCall(iter(requests.get, None), timeout=timeout)
            expect_status(grpc.StatusCode.DEADLINE_EXCEEDED, lambda: list(call))
            requests.put(None)

    def early_answer(self):
        """Not one of the official cases: the server answers while any number of requests is still to come."""
        first, more = (
            messages_pb2.StreamingInputCallRequest(payload=zeros(10_000), expect_compressed=expected)
            for expected in (truth(True), None)
        )
        for _ in range(20):
            requests = itertools.chain([first], itertools.repeat(more))
            expect_status(
                grpc.StatusCode.INVALID_ARGUMENT,
                lambda: self.stub.StreamingInputCall(requests, timeout=60),
            )


def main(address, *names):
    cases = Cases(address)
    for name in names or [name for name in vars(Cases) if not name.startswith("_")]:
        try:
            getattr(cases, name)()
            print(name, "passed", flush=True)
        except Exception as error:
            print(name, repr(error).replace("\n", " "), flush=True)


main(*sys.argv[1:])
