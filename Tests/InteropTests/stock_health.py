# SPDX-License-Identifier: Apache-2.0
"""What grpcio's own health client sees of a running `quoted`.

usage: stock_health.py ADDRESS check SERVICE | list | watch SERVICE

`check` and `list` print JSON; `watch` prints a line for each status, and the code it ends with.
"""

import json
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

STATUS = health_pb2.HealthCheckResponse.ServingStatus


def main():
    address, verb, *service = sys.argv[1:]
    request = health_pb2.HealthCheckRequest(service=service[0] if service else "")
    with grpc.insecure_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        if verb == "watch":
            try:
                for response in stub.Watch(request):
                    print(STATUS.Name(response.status), flush=True)
            except grpc.RpcError as error:
                print(error.code().name, flush=True)
            return
        try:
            if verb == "check":
                answer = STATUS.Name(stub.Check(request, timeout=30).status)
            else:
                statuses = stub.List(health_pb2.HealthListRequest(), timeout=30).statuses
                answer = {name: STATUS.Name(each.status) for name, each in statuses.items()}
        except grpc.RpcError as error:
            answer = error.code().name
        json.dump(answer, sys.stdout)


main()
