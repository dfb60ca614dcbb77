# SPDX-License-Identifier: Apache-2.0
"""Streams of requests as a stock gRPC (grpcio) sends and serves them; messages are their bytes.

usage: streaming.py call ADDRESS CASE
       streaming.py serve

`call` prints what the test compares, as JSON; `serve` prints its address and serves until it is ended.
"""

import concurrent.futures
import itertools
import json
import sys
import threading

import grpc

SUM = "/test.Streams/Sum"
MIRROR = "/test.Streams/Mirror"
FIRST = "/test.Streams/First"
SIZES = [27182, 8, 1828, 45904]


class Case:
    """The cases, by name; each takes the channel."""

    def client_streaming(channel, **options):
        requests = (bytes([1]) * size for size in SIZES)
        return channel.stream_unary(SUM)(requests, timeout=60, **options).decode()

    def client_compressed_streaming(channel):
        return Case.client_streaming(channel, compression=grpc.Compression.Gzip)

    def early_answer(channel):
        """The server needs the first request only, of any number."""
        endless = (bytes([7]) * 10_000 for _ in itertools.count())
        return len(channel.stream_unary(FIRST)(endless, timeout=60))

    def empty_stream(channel):
        return [len(reply) for reply in channel.stream_stream(MIRROR)(iter([]), timeout=60)]

    def ping_pong(channel, **options):
        """Each reply is there before the next request is made."""
        sizes = []

        def requests():
            for count, size in enumerate(SIZES):
                assert len(sizes) == count, sizes
                yield bytes([1]) * size
                while len(sizes) == count:
                    arrived.acquire(timeout=60)

        arrived = threading.Semaphore(0)
        for reply in channel.stream_stream(MIRROR)(requests(), timeout=60, **options):
            sizes.append(len(reply))
            arrived.release()
        return sizes

    def ping_pong_compressed(channel):
        return Case.ping_pong(channel, compression=grpc.Compression.Gzip)

    def cancel_after_first_response(channel):
        waiting = iter(concurrent.futures.Future().result, None)
        call = channel.stream_stream(MIRROR)(itertools.chain([b"\1"], waiting), timeout=60)
        assert next(call) == b"\1"
        call.cancel()
        return call.code().name

    def deadline(channel):
        waiting = iter(concurrent.futures.Future().result, None)
        call = channel.stream_stream(MIRROR)(waiting, timeout=0.1)
        try:
            next(call)
        except grpc.RpcError as error:
            return error.code().name
        raise AssertionError("a stream went on after its deadline")


def total(requests, context):
    return str(sum(len(request) for request in requests)).encode()


def mirror(requests, context):
    yield from requests


def first(requests, context):
    return next(requests)


def serve():
    handlers = {
        "Sum": grpc.stream_unary_rpc_method_handler(total),
        "Mirror": grpc.stream_stream_rpc_method_handler(mirror),
        "First": grpc.stream_unary_rpc_method_handler(first),
    }
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=4))
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("test.Streams", handlers),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"serving at 127.0.0.1:{port}", flush=True)
    server.wait_for_termination()


def main():
    if sys.argv[1] == "serve":
        return serve()
    with grpc.insecure_channel(sys.argv[2]) as channel:
        answer = getattr(Case, sys.argv[3])(channel)
    json.dump({"answer": answer}, sys.stdout)


main()
