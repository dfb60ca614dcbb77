# SPDX-License-Identifier: Apache-2.0
"""Reads metrics by Prometheus's Python client, and calls with a traceparent by grpcio.

usage: read_metrics.py METRICS-ADDRESS SERVER-ADDRESS
"""

import json
import sys
import urllib.request

import grpc
from prometheus_client.parser import text_string_to_metric_families

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def call(address, path, request=b""):
    with grpc.insecure_channel(address) as channel:
        method = channel.unary_unary(path)
        try:
            method(request, timeout=30, metadata=[("traceparent", TRACE)])
            return "OK"
        except grpc.RpcError as error:
            return error.code().name


def main():
    metrics, server = sys.argv[1:]
    codes = [
        call(server, "/quotes.v1.QuoteService/DailyQuote"),
        call(server, "/quotes.v1.QuoteService/NoSuchMethod"),
        call(server, '/quotes.v1."\\\n{}/x'.replace("\n", "%0A")),
    ]
    with urllib.request.urlopen(f"http://{metrics}/metrics", timeout=30) as response:
        kind = response.headers["content-type"]
        families = list(text_string_to_metric_families(response.read().decode()))
    samples = {}
    for family in families:
        for sample in family.samples:
            labels = ",".join(sorted(f"{k}={v}" for k, v in sample.labels.items()))
            key = f"{sample.name}{{{labels}}}" if labels else sample.name
            if key in samples:
                raise SystemExit(f"{key} is there twice")
            samples[key] = sample.value
    buckets = [
        value for key, value in samples.items()
        if key.startswith("grpc_server_handling_seconds_bucket{") and "=DailyQuote" in key
    ]
    with urllib.request.urlopen(f"http://{metrics}/healthz", timeout=30) as response:
        health = response.read().decode()
    print(json.dumps({
        "codes": codes, "kind": kind, "families": {f.name: f.type for f in families},
        "samples": samples, "buckets_rise": buckets == sorted(buckets) and len(buckets) == 17,
        "health": health,
    }))


main()
