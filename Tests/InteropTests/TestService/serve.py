# SPDX-License-Identifier: Apache-2.0
"""`grpc.testing.TestService` as a stock server (grpcio) serves it.

usage: serve.py

Prints `listening on HOST:PORT`, and `cancelled METHOD` for each call that was given up while its handler ran; serves until it is ended.
"""

import concurrent.futures
import contextlib
import threading

import grpc

import message_flags
from service import empty_pb2, messages_pb2, test_pb2_grpc

INITIAL, TRAILING = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"
CODES = {code.value[0]: code for code in grpc.StatusCode}


class TestService(test_pb2_grpc.TestServiceServicer):
    def __init__(self):
        self.calls = None

    def EmptyCall(self, request, context):
        self._echo(context)
        return empty_pb2.Empty()

    def UnaryCall(self, request, context):
        self._echo(context)
        self._check(request, 0, context)
        self._status(request, context)
        self._encode(request, "response_compressed", context)
        return messages_pb2.SimpleResponse(payload=self._zeros(request.response_size))

    def StreamingOutputCall(self, request, context):
        self._echo(context)
        yield from self._answers(request, context)

    def StreamingInputCall(self, requests, context):
        self._echo(context)
        size = 0
        with self._watched("StreamingInputCall", context):
            for number, request in enumerate(requests):
                self._check(request, number, context)
                size += len(request.payload.body)
        return messages_pb2.StreamingInputCallResponse(aggregated_payload_size=size)

    def FullDuplexCall(self, requests, context):
        self._echo(context)
        with self._watched("FullDuplexCall", context):
            for request in requests:
                yield from self._answers(request, context)

    def HalfDuplexCall(self, requests, context):
        self._echo(context)
        for request in list(requests):
            yield from self._answers(request, context)

    def _answers(self, request, context):
        for parameters in request.response_parameters:
            if parameters.interval_us:
                # Returns early where the call is over.
                over = threading.Event()
                if not context.add_callback(over.set) or over.wait(parameters.interval_us / 1e6):
                    return
            self._encode(parameters, "compressed", context)
            yield messages_pb2.StreamingOutputCallResponse(payload=self._zeros(parameters.size))
        self._status(request, context)

    def _echo(self, context):
        values = context.invocation_metadata()
        if initial := [(name, value) for name, value in values if name == INITIAL]:
            context.send_initial_metadata(initial)
        context.set_trailing_metadata([(name, value) for name, value in values if name == TRAILING])

    @contextlib.contextmanager
    def _watched(self, method, context):
        try:
            yield
        finally:
            if not context.is_active():
                print("cancelled", f"/grpc.testing.TestService/{method}", flush=True)

    def _check(self, request, number, context):
        if not request.HasField("expect_compressed"):
            return
        was_compressed = self.calls.requests()[number]
        if request.expect_compressed.value != was_compressed:
            context.abort(
                grpc.StatusCode.INVALID_ARGUMENT, f"compressed: {was_compressed}, other than said"
            )

    def _status(self, request, context):
        if request.response_status.code:
            context.abort(CODES[request.response_status.code], request.response_status.message)

    def _encode(self, message, field, context):
        if not message.HasField(field):
            return
        if getattr(message, field).value:
            context.set_compression(grpc.Compression.Gzip)
        else:
            context.disable_next_message_compression()

    def _zeros(self, size):
        return messages_pb2.Payload(body=bytes(size))


def main():
    service = TestService()
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=8))
    test_pb2_grpc.add_TestServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    relay = message_flags.Relay(("127.0.0.1", port))
    service.calls = relay.calls
    print("listening on", relay.address, flush=True)
    server.wait_for_termination()


main()
