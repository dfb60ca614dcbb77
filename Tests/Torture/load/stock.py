#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a number of DailyQuote calls by the stock client from several threads, each of which waits
until there is a server. "busy" is printed after a quarter, the account as JSON at the end.

usage: stock.py PORT CALLS
"""

import json
import sys
import threading

import grpc

THREADS = 4
TIMEOUT_SECONDS = 60
OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.initial_reconnect_backoff_ms", 100),
           ("grpc.min_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500)]


def main():
    port, count = int(sys.argv[1]), int(sys.argv[2]) // THREADS
    lock, answered, faults = threading.Lock(), [0], []
    quarter = count * THREADS // 4

    def call():
        with grpc.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
            method = channel.unary_unary(
                "/quotes.v1.QuoteService/DailyQuote", lambda data: data, lambda data: data)
            for _ in range(count):
                try:
                    method(b"", timeout=TIMEOUT_SECONDS, wait_for_ready=True)
                except grpc.RpcError as error:
                    faults.append(f"{error.code().name}: {error.details()}")
                    continue
                with lock:
                    answered[0] += 1
                    if answered[0] == quarter:
                        print("busy", flush=True)

    threads = [threading.Thread(target=call) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"begun": count * THREADS, "answered": answered[0], "faults": faults[:3]}))


if __name__ == "__main__":
    main()
