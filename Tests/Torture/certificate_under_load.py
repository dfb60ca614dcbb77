#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replaces the certificate of `quoted` under load, and checks that no call fails by it.

Over TLS, h2load calls on connections that it keeps, and again and again on new ones; a stock client
that trusts all the certificates makes calls too. Meanwhile the pair of files is replaced several
times, seen by the server itself or told by SIGHUP in turns, once with a key that does not fit,
which must change nothing. After each replacement new connections are shown the new certificate, by
its fingerprint.

usage: certificate_under_load.py --quoted PROGRAM [--replacements 6]
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import signal
import ssl
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True  # nothing is left in the source tree

import grpc  # noqa: E402

from load.h2load import H2load  # noqa: E402
from served import Failure, Quoted, certificate  # noqa: E402

# The files are looked at every five seconds.
PATIENCE_SECONDS = 30
CALLS_OF_NEW_CONNECTIONS = 200


class Pair:
    """A certificate and its key, where they were made."""

    def __init__(self, program, folder):
        folder.mkdir()
        # Who trusts several of one name can't tell them apart.
        certificate(program, folder, f"{folder.name}.example", "localhost", "127.0.0.1")
        self.certificate, self.key = folder / "cert.pem", folder / "key.pem"
        der = ssl.PEM_cert_to_DER_cert(self.certificate.read_text())
        self.fingerprint = hashlib.sha256(der).hexdigest()

    def install(self, folder):
        """Takes the place of the pair that is served, as tools do it: one file after the other."""
        for source in (self.certificate, self.key):
            new = folder / (source.name + ".new")
            shutil.copy(source, new)
            os.replace(new, folder / source.name)


class NewConnections(threading.Thread):
    """h2load, again and again: all of its calls must succeed."""

    def __init__(self, url, folder):
        super().__init__()
        self.url, self.folder = url, folder
        self.over = threading.Event()
        self.runs = self.answered = 0
        self.faults = []

    def run(self):
        while not self.over.is_set():
            account = H2load(self.url, self.folder, connections=20, in_flight=1,
                             calls=CALLS_OF_NEW_CONNECTIONS).account()
            self.runs += 1
            self.answered += account["answered"]
            if account["answered"] != CALLS_OF_NEW_CONNECTIONS or account["wrong"]:
                self.faults.append(f"h2load on new connections: {account}")


class StockClients(threading.Thread):
    """The stock client, with a new connection now and then; it checks certificates and names."""

    def __init__(self, address, pairs):
        super().__init__()
        self.address = address.replace("127.0.0.1", "localhost")
        trusted = b"".join(pair.certificate.read_bytes() for pair in pairs)
        self.credentials = grpc.ssl_channel_credentials(trusted)
        self.over = threading.Event()
        self.answered, self.faults = 0, []

    def run(self):
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        while not self.over.is_set():
            with grpc.secure_channel(self.address, self.credentials, options) as channel:
                method = channel.unary_unary(
                    "/quotes.v1.QuoteService/DailyQuote", lambda data: data, lambda data: data)
                for _ in range(100):
                    try:
                        method(b"", timeout=30)
                        self.answered += 1
                    except grpc.RpcError as error:
                        self.faults.append(f"stock client: {error.code().name} {error.details()}")


def shown(server):
    """The fingerprint of the certificate that a new connection is shown."""
    text = ssl.get_server_certificate(("127.0.0.1", server.port), timeout=30)
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(text)).hexdigest()


def wait_until_shown(server, pair):
    end = time.monotonic() + PATIENCE_SECONDS
    while shown(server) != pair.fingerprint:
        if time.monotonic() > end:
            raise Failure(f"the new certificate is not shown after {PATIENCE_SECONDS} s: "
                          f"{server.last_words()}")
        time.sleep(0.1)


def replace(server, pairs, folder, replacements):
    """Replaces the pair again and again; returns how often it was by SIGHUP."""
    told = 0
    for number in range(replacements):
        pair = pairs[(number + 1) % len(pairs)]
        if number == 1:
            # A key that belongs to another certificate.
            shutil.copy(pair.key, folder / "key.pem")
            server.signal(signal.SIGHUP)
            time.sleep(1)
            if shown(server) != pairs[number % len(pairs)].fingerprint:
                raise Failure("a key that does not fit changed what is shown")
        pair.install(folder)
        if number % 2 == 0:
            server.signal(signal.SIGHUP)
            told += 1
        wait_until_shown(server, pair)
    return told


def torture(options, folder):
    pairs = [Pair(options.quoted, folder / f"pair-{number}") for number in range(3)]
    served = folder / "served"
    served.mkdir()
    pairs[0].install(served)
    with Quoted(options.quoted, "--tls-cert", served / "cert.pem",
                "--tls-key", served / "key.pem") as server:
        url = f"https://{server.address}"
        kept = H2load(url, folder)
        clients = [NewConnections(url, folder), StockClients(server.address, pairs)]
        for client in clients:
            client.start()
        try:
            told = replace(server, pairs, served, options.replacements)
        finally:
            for client in clients:
                client.over.set()
            for client in clients:
                client.join(60)
            server.stop()
        account = kept.account()
    faults = [fault for client in clients for fault in client.faults]
    if account["lost"] or account["wrong"] or not account["answered"]:
        faults.append(f"h2load on kept connections: {account}")
    if faults:
        raise Failure(f"{len(faults)} calls failed: {faults[0]}")
    new, stock = clients
    print(f"{options.replacements} replacements, {told} of them told by SIGHUP: "
          f"{account['answered']:,} calls on kept connections, {new.answered:,} by {new.runs} runs "
          f"on new ones and {stock.answered:,} of the stock client: none failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoted", required=True, help="the server")
    parser.add_argument("--replacements", type=int, default=6, help="of the pair (6)")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="certificate-") as folder:
            torture(options, pathlib.Path(folder))
    except Failure as failure:
        sys.exit(f"certificate_under_load: {failure}")


if __name__ == "__main__":
    main()
