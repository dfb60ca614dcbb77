# SPDX-License-Identifier: Apache-2.0
"""Serves the delimited protocol wrongly, in one way for all connections, until it is killed.

usage: broken_server.py WAY

Prints "listening on ADDRESS" first.
"""

import random
import socket
import sys
import time

PREFACE = b"\x89QD\x01"


def varint(number):
    octets = bytearray()
    while number >= 0x80:
        octets.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(octets) + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def frame(*fields):
    body = b"".join(fields)
    return varint(len(body)) + body


def reply(call_id, message):
    return frame(field(1, call_id), field(2, message), field(3, 1))


GREETING = PREFACE + frame(field(5, field(1, 4 << 20)))
DAILY = field(1, field(1, b"2345672345672345") + field(2, b"Know thyself.")) + field(2, b"2026-11-30")
STATUS = field(1, 8) + field(2, b"Too many connections.")
# What a server says by itself, before it has read a call.
SAYS = {
    "http": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "nothing, and closes": b"",
    "endless length": PREFACE + b"\x80" * 6,
    "huge length": PREFACE + b"\xff\xff\xff\xff\x0f",
    "half a frame": PREFACE + b"\x0a\x0a\x01",
    "garbage frame": PREFACE + b"\x03\xff\xff\xff",
    "status": PREFACE + frame(field(4, STATUS)),
    "endless status": PREFACE + frame(field(4, field(2, b"x" * 3000))),
}
# What it answers the first call.
ANSWERS = {
    "garbage message": reply(1, b"\xff\xff\xff"),
    "endless unknown fields": reply(1, field(100, b"") * 2000),
    "another's reply": reply(99, b"\xff") + reply(1, DAILY),
    "going away": frame(field(6, 1)) + reply(1, DAILY),
    "unknown fields": frame(field(77, b"new"), b"\xf9\x07" + bytes(8), b"\xfd\x07" + bytes(4),
                            field(1, 1), field(2, DAILY + field(99, b"new")), field(3, 1)),
    "status of the connection": frame(field(4, STATUS)),
    "wrong kinds": frame(b"\x10\x01", b"\x20\x01", field(1, 1), field(3, 1)),
}


def serve(connection, way, chance):
    if way in SAYS:
        connection.sendall(SAYS[way])
        return
    if way == "silence":
        connection.recv(1)
        while connection.recv(4096):
            pass
        return
    connection.sendall(GREETING)
    if way == "a trickle":
        # Each octet is one more of an endless frame: only a limit for the whole call ends this.
        connection.sendall(b"\xff\x0f")
        while True:
            connection.sendall(b"x")
            time.sleep(0.02)
    received = b""
    while len(received) <= len(PREFACE):
        received += connection.recv(4096) or bytes(5)
    if way == "anything":
        answer = bytearray(reply(1, DAILY))
        for _ in range(chance.randint(1, 4)):
            answer[chance.randrange(len(answer))] = chance.randrange(256)
        connection.sendall(answer[: chance.randint(1, len(answer) * 2)])
        return
    connection.sendall(ANSWERS[way])
    while connection.recv(4096):
        pass


def main():
    way = sys.argv[1]
    chance = random.Random(1)
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", flush=True)
    while True:
        connection, _ = listener.accept()
        with connection:
            try:
                serve(connection, way, chance)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # The client has gone.


main()
