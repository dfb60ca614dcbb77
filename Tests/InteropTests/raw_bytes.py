# SPDX-License-Identifier: Apache-2.0
"""What the port does with bytes that no well-behaved client sends.

usage: raw_bytes.py ADDRESS CASE

Each case sends its bytes, reads until the server closes, and prints what came back as JSON. The
server has ten seconds to close; one that holds on is an error.
"""

import json
import pathlib
import random
import socket
import subprocess
import sys
import tempfile

PROTO = pathlib.Path(__file__).resolve().parent.parent.parent / "proto"
PREFACE = b"\x89QD\x01"


def frame_module():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"--python_out={folder}",
             "quotes/wire/v1/frame.proto"],
            check=True,
        )
        sys.path.insert(0, folder)
        from quotes.wire.v1 import frame_pb2

        return frame_pb2


frames = frame_module()


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def delimited(*calls):
    out = PREFACE
    for call in calls:
        body = call.SerializeToString()
        out += varint(len(body)) + body
    return out


def daily(call_id, **more):
    return frames.Call(id=call_id, method="/quotes.v1.QuoteService/DailyQuote", **more)


CASES = {
    "random_bytes": lambda: bytes(random.Random(4).randbytes(4096)).replace(b"\x89", b"\x88", 1),
    "grpc_over_http1": lambda: (
        b"POST /quotes.v1.QuoteService/DailyQuote HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/grpc\r\nContent-Length: 5\r\n\r\n\0\0\0\0\0"),
    "half_preface": lambda: b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n",
    "tls": lambda: bytes.fromhex("1603010200010001fc0303"),
    "four_gibibytes": lambda: PREFACE + varint(2**32 - 1),
    "endless_length": lambda: PREFACE + b"\xff" * 6,
    "falling_ids": lambda: delimited(daily(2), daily(1)),
    "same_id": lambda: delimited(daily(1), daily(1)),
    "id_zero": lambda: delimited(daily(0)),
    "garbage_frame": lambda: PREFACE + varint(3) + b"\x0f\xff\xff",
    "unknown_method": lambda: delimited(frames.Call(id=1, method="/no.Such/Method")),
    "bad_request": lambda: delimited(daily(1, message=b"\xff\xff")),
    "two_calls": lambda: delimited(daily(1), daily(2)),
}


def replies(data):
    """The replies of a delimited connection, or nothing where it is none."""
    if not data.startswith(PREFACE):
        return []
    rest, found = data[len(PREFACE):], []
    while rest:
        length, shift, index = 0, 0, 0
        while True:
            byte = rest[index]
            length |= (byte & 0x7F) << shift
            index, shift = index + 1, shift + 7
            if byte < 0x80:
                break
        found.append(frames.Reply.FromString(rest[index:index + length]))
        rest = rest[index + length:]
    return found


def main():
    address, name = sys.argv[1:]
    host, _, port = address.rpartition(":")
    received = b""
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        try:
            connection.sendall(CASES[name]())
            connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65536):
                received += chunk
        except (ConnectionResetError, BrokenPipeError):
            pass
    json.dump(
        {
            "text": received.decode("latin-1") if not received.startswith(PREFACE) else "",
            "replies": [
                {"id": reply.id, "code": reply.status.code, "message": reply.status.message,
                 "last": reply.last, "bytes": len(reply.message)}
                for reply in replies(received)
            ],
        },
        sys.stdout,
    )


main()
