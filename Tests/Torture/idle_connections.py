#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens many connections to `quoted` that then say nothing, and measures what each costs it.

Three kinds, one after the other, each on a server of its own: gRPC, which has exchanged its
settings; the delimited protocol, which has made a call; gRPC over TLS. Meanwhile the server answers
others, and all connections are still open at the end. A plain one may take 24 KiB at most.

usage: idle_connections.py --quoted PROGRAM [--connections 10000] [--most-kib 24]
"""

import argparse
import json
import pathlib
import resource
import select
import socket
import ssl
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # nothing is left in the source tree

from load.bystander import Bystander  # noqa: E402
from peers import delimited, frames  # noqa: E402
from served import Failure, Quoted, certificate  # noqa: E402

KINDS = ["grpc", "delimited", "grpc over TLS", "delimited over TLS"]
# From each address so many: below the server's cap, and below what one process may have open.
OF_A_PROCESS = 2500
SPARE_DESCRIPTORS = 500
WARM_UP_CONNECTIONS = 100
# What the test asks of TLS is no more than that it is bounded: OpenSSL keeps what it keeps.
TLS_TIMES = 4


class Holders:
    """Processes that hold connections."""

    def __init__(self, port, kind, connections):
        self.processes = []
        for number, start in enumerate(range(0, connections, OF_A_PROCESS)):
            count = min(OF_A_PROCESS, connections - start)
            self.processes.append(subprocess.Popen(
                [sys.executable, pathlib.Path(__file__), "--hold", kind, "--port", str(port),
                 "--from", f"127.0.0.{number + 2}", "--connections", str(count)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        for process in self.processes:
            if process.stdout.readline() != "held\n":
                raise Failure(f"connections can't be opened ({kind})")

    def close(self):
        """Lets go of them; fails if the server has closed any."""
        lost = 0
        for process in self.processes:
            output, _ = process.communicate("\n", timeout=60)
            lost += json.loads(output)["lost"]
        if lost:
            raise Failure(f"the server closed {lost} connections that were idle")


def connect(kind, port, source):
    """A connection of a kind, after its first words."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60,
                                          source_address=(source, 0))
    if kind.endswith("TLS"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"] if kind.startswith("grpc") else [])
        connection = context.wrap_socket(connection)
    if kind.startswith("grpc"):
        connection.sendall(frames.PREFACE + frames.settings()
                           + frames.frame(frames.SETTINGS, frames.ACK, 0))
        receive_settings(connection)
    else:
        connection.sendall(delimited.PREFACE + delimited.call(1))
        while len(connection.recv(4096)) < 100:  # the greeting is shorter, the reply longer
            pass
    return connection


def receive_settings(connection):
    """Reads until the server has acknowledged the client's settings."""
    received = b""
    while frames.frame(frames.SETTINGS, frames.ACK, 0) not in received:
        chunk = connection.recv(4096)
        if not chunk:
            raise ConnectionError("the server closed a new connection")
        received += chunk


def hold(options):
    """Opens connections, and holds them until there is a line to read."""
    kept = [connect(options.hold, options.port, options.source)
            for _ in range(options.connections)]
    print("held", flush=True)
    sys.stdin.readline()
    poll = select.poll()
    for connection in kept:
        connection.setblocking(False)
        poll.register(connection, select.POLLRDHUP)
    print(json.dumps({"lost": len(poll.poll(0))}))


def measure(options, kind, folder):
    """What a connection of a kind costs, in KiB."""
    arguments = certificate(options.quoted, folder) if kind.endswith("TLS") else []
    with Quoted(options.quoted, *arguments) as server:
        # What the first of a kind makes once and for all is not a connection's.
        Holders(server.port, kind, WARM_UP_CONNECTIONS).close()
        bystander = Bystander(server.port)
        before = server.rss_mib()
        holders = Holders(server.port, kind, options.connections)
        open_now = server.metric("quoted_connections_open")
        bystander.report()
        time.sleep(2)
        kib = (server.rss_mib() - before) * 1024 / options.connections
        seen = bystander.report()
        holders.close()
        bystander.close()
        server.stop()
    most = options.most_kib * (TLS_TIMES if kind.endswith("TLS") else 1)
    print(f"{kind:19} {options.connections:>6,} idle connections: {kib:5.1f} KiB each; meanwhile "
          f"{seen['calls']} calls of others, p99 {seen['p99_ms']:.1f} ms", flush=True)
    if open_now < options.connections:
        raise Failure(f"{open_now:.0f} connections are open, of {options.connections}")
    if seen["failures"]:
        raise Failure(f"beside idle connections a call failed: {seen['failures'][0]}")
    if kib > most:
        raise Failure(f"an idle connection ({kind}) takes {kib:.1f} KiB; at most {most} are allowed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoted", help="the server")
    parser.add_argument("--connections", type=int, default=10_000, help="of each kind (10000)")
    parser.add_argument("--most-kib", type=float, default=24, help="of a plain one (24)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="by commas: all by default")
    # How it calls itself.
    parser.add_argument("--hold", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--from", dest="source", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.hold:
        return hold(options)
    if not options.quoted:
        parser.error("--quoted PROGRAM is needed")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < options.connections + SPARE_DESCRIPTORS:
        raise Failure(f"a process may have {most} files open here: raise that (ulimit -Hn) above "
                      f"{options.connections + SPARE_DESCRIPTORS}, or ask for fewer --connections")
    for kind in options.kinds.split(","):
        with tempfile.TemporaryDirectory(prefix="idle-") as folder:
            measure(options, kind, folder)
    print("idle connections cost what they may, and others were answered")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"idle_connections: {failure}")
