# SPDX-License-Identifier: Apache-2.0
"""The load: h2load for gRPC, our delimited-load for the delimited protocol; and one real call."""

import re
import time
from dataclasses import dataclass

from .programs import BUILD, Failure, find_program, pinned, run
from .servers import PATH, START_SECONDS, framed

REQUEST = BUILD / "request.bin"
LOG = BUILD / "h2load.log"
HEADERS = ["-H", "content-type: application/grpc", "-H", "te: trailers"]
# What a reply may differ in size from the one seen first: `valid_for` shrinks as time goes by.
VARIATION = 0.01


@dataclass
class Outcome:
    seconds: float
    rate: float
    p50_us: float | None = None
    p99_us: float | None = None


def write_request():
    REQUEST.write_bytes(framed(b""))  # an empty DailyQuoteRequest: today's quote


def url(server):
    return f"http://127.0.0.1:{server.port}{PATH}"


def await_answer(server, call):
    """The answer to the first call that succeeds; the last failure when none does in time."""
    server.await_port()
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return call(server)
        except Failure:
            server.check()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def call_grpc(server):
    """Makes one call by a foreign client, sees that it succeeds, gives the response's message."""
    command = [find_program("nghttp"), *HEADERS, "-d", REQUEST]
    body = run([*command, url(server)], 10, text=False)
    talk = run([*command, "-v", url(server)], 10, text=False).decode(errors="replace")
    status = re.search(r"recv \(stream_id=\d+\) :status: (\d+)", talk)
    code = re.search(r"recv \(stream_id=\d+\) grpc-status: (\d+)", talk)
    if not status or status[1] != "200":
        raise Failure(f"{server.kind.name} answers :status {status and status[1]}, not 200")
    if server.kind.answers_status and (not code or code[1] != "0"):
        raise Failure(f"{server.kind.name} answers grpc-status {code and code[1]}, not 0")
    message = body[5:]
    if not message or body != framed(message):
        raise Failure(f"{server.kind.name} answers {len(body)} octets that are no gRPC message")
    return message


def call_delimited(server):
    file = BUILD / "dumped-reply.bin"
    run([BUILD / "delimited-load", "--port", str(server.port), "--dump-reply", file], 15)
    return file.read_bytes()


def load_grpc(server, shape, calls, message_count, cpu, latencies=False):
    connections, streams = shape
    command = [find_program("h2load"), "-n", str(calls), "-c", str(connections),
               "-m", str(streams), *HEADERS, "-d", REQUEST]
    if latencies:
        LOG.unlink(missing_ok=True)
        command.append(f"--log-file={LOG}")
    text = run([*command, url(server)], 120, **pinned(cpu))
    finished = re.search(r"finished in ([\d.]+)(us|ms|s), ([\d.]+) req/s", text)
    succeeded = re.search(r"(\d+) succeeded", text)
    statuses = re.search(r"status codes: (\d+) 2xx", text)
    data = re.search(r"\((\d+)\) data", text)
    if not (finished and succeeded and statuses and data):
        raise Failure(f"h2load said something else than expected:\n{text}")
    if int(succeeded[1]) != calls or int(statuses[1]) != calls:
        raise Failure(f"{server.kind.name}: of {calls} calls not all succeeded:\n{text}")
    # h2load does not look at grpc-status; but an error carries no message, so sizes tell.
    expected = calls * (5 + message_count)
    allowed = expected * VARIATION if server.kind.reply_varies else 0
    if abs(int(data[1]) - expected) > allowed:
        raise Failure(f"{server.kind.name}: {calls} replies came to {data[1]} octets of data,"
                      f" not {expected}: some were errors")
    outcome = Outcome(float(finished[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1}[finished[2]],
                      float(finished[3]))
    if latencies:
        outcome.p50_us, outcome.p99_us = logged_percentiles(calls)
    return outcome


def logged_percentiles(calls):
    """The median and the 99th percentile of h2load's log: start, status, microseconds a line."""
    durations = sorted(int(line.split("\t")[2]) for line in LOG.read_text().splitlines())
    LOG.unlink()
    if len(durations) != calls:
        raise Failure(f"h2load's log has {len(durations)} calls, not {calls}")
    return durations[calls // 2], durations[calls * 99 // 100]


def load_delimited(server, shape, calls, _, cpu, latencies=False):
    connections, in_flight = shape
    text = run([BUILD / "delimited-load", "--port", str(server.port), "--calls", str(calls),
                "--connections", str(connections), "--in-flight", str(in_flight)],
               120, **pinned(cpu))
    values = dict(line.split(": ") for line in text.splitlines())
    if int(values["calls"]) != calls or values["wrong"] != "0":
        raise Failure(f"{server.kind.name}: of {calls} calls not all succeeded:\n{text}")
    outcome = Outcome(float(values["seconds"]), float(values["calls/s"]))
    if latencies:
        outcome.p50_us, outcome.p99_us = float(values["p50_us"]), float(values["p99_us"])
    return outcome
