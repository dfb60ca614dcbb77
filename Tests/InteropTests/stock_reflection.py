# SPDX-License-Identifier: Apache-2.0
"""What a stock reflection client sees of a running `quoted`, by both versions of the service.

usage: stock_reflection.py ADDRESS symbol NAME | compare | unknown
"""

import json
import sys

import grpc
from google.protobuf import descriptor_pb2
from google.rpc import error_details_pb2, status_pb2  # noqa: F401  (their descriptors are compared)
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

Request = reflection_pb2.ServerReflectionRequest


def ask(channel, version, *requests):
    """The answers by `version` of the service; the messages have the same bytes in both."""
    call = channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        request_serializer=Request.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    return list(call(iter(requests), timeout=30))


def files(response):
    encoded = response.file_descriptor_response.file_descriptor_proto
    return [descriptor_pb2.FileDescriptorProto.FromString(each) for each in encoded]


def symbol(channel, name):
    found = [
        [file.name for file in files(ask(channel, version, Request(file_containing_symbol=name))[0])]
        for version in ("v1alpha", "v1")
    ]
    assert found[0] == found[1], found
    return {"files": found[0]}


def bare(file):
    """What goes over the wire: names, numbers, types; neither options of languages nor names of
    JSON, which compilers add."""
    copy = descriptor_pb2.FileDescriptorProto()
    copy.CopyFrom(file)
    copy.ClearField("options")
    copy.ClearField("name")
    copy.ClearField("dependency")
    copy.service.sort(key=lambda service: service.name)
    for service in copy.service:
        service.method.sort(key=lambda method: method.name)
    copy.message_type.sort(key=lambda message: message.name)
    strip(copy.message_type)
    return copy


def strip(messages):
    for message in messages:
        for field in message.field:
            field.ClearField("json_name")
        strip(message.nested_type)


def compare(channel):
    same, different = [], []
    for theirs in (health_pb2, reflection_pb2, status_pb2):
        described = descriptor_pb2.FileDescriptorProto()
        theirs.DESCRIPTOR.CopyToProto(described)
        name = described.package + "." + (described.message_type[0].name)
        response = ask(channel, "v1", Request(file_containing_symbol=name))[0]
        ours = files(response)[0]
        (same if bare(ours) == bare(described) else different).append(described.name)
    return {"same": same, "different": different}


def unknown(channel):
    extension = reflection_pb2.ExtensionRequest(containing_type="quotes.v1.Quote", extension_number=1)
    answers = ask(
        channel, "v1alpha",
        Request(file_by_filename="none.proto"), Request(file_containing_symbol="none.None"),
        Request(file_containing_extension=extension),
        Request(all_extension_numbers_of_type="none.None"), Request(),
        Request(all_extension_numbers_of_type="quotes.v1.Quote"), Request(list_services="*"),
    )
    return {
        "codes": [answer.error_response.error_code for answer in answers[:5]],
        "extensions": list(answers[5].all_extension_numbers_response.extension_number),
        "services": [each.name for each in answers[6].list_services_response.service],
    }


def main():
    address, verb, *arguments = sys.argv[1:]
    with grpc.insecure_channel(address) as channel:
        answer = {"symbol": symbol, "compare": compare, "unknown": unknown}[verb](
            channel, *arguments
        )
    json.dump(answer, sys.stdout)


main()
