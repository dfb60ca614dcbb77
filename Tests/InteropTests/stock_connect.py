#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls by connect-python, a client of Connect and gRPC-Web that others wrote.

usage: stock_connect.py HOST:PORT connect|grpc-web proto|json get|post METHOD JSON

Prints the response as JSON, or how the call failed. A stream of responses is read to its first.
"""

import json
import pathlib
import sys

from connectrpc.client import ConnectClientSync
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo
from connectrpc.protocol import ProtocolType
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTOCOLS = {"connect": ProtocolType.CONNECT, "grpc-web": ProtocolType.GRPC_WEB}

pool = descriptor_pool.DescriptorPool()
for file in descriptor_pb2.FileDescriptorSet.FromString(
        (ROOT / "Sources/CQuoteProto/descriptors.binpb").read_bytes()).file:
    pool.Add(file)


def information(name):
    method = pool.FindServiceByName("quotes.v1.QuoteService").methods_by_name[name]
    reads = method.GetOptions().idempotency_level == 1
    return method, MethodInfo(
        name=name, service_name="quotes.v1.QuoteService",
        input=message_factory.GetMessageClass(method.input_type),
        output=message_factory.GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if reads else IdempotencyLevel.UNKNOWN)


def call(address, protocol, codec, verb, name, request):
    method, known = information(name)
    message = json_format.Parse(request, known.input(), descriptor_pool=pool)
    with ConnectClientSync(f"http://{address}", protocol=PROTOCOLS[protocol],
                           proto_json=codec == "json", timeout_ms=30_000) as client:
        try:
            if method.server_streaming:
                responses = client.execute_server_stream(request=message, method=known)
                response = next(iter(responses))
            else:
                options = {"use_get": True} if verb == "get" else {}
                response = client.execute_unary(request=message, method=known, **options)
        except ConnectError as error:
            return {"code": error.code.value, "message": error.message,
                    "details": [detail.TypeName() for detail in error.details]}
    return json_format.MessageToDict(response, descriptor_pool=pool)


print(json.dumps(call(*sys.argv[1:])))
