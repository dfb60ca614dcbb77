# SPDX-License-Identifier: Apache-2.0
"""h2load, as a load that accounts for its calls.

When the server goes away h2load makes no more calls and reports those that it never sent as failed:
of what it has `started`, all must be `succeeded` or have been above the last stream that the
server's GOAWAY names.
"""

import pathlib
import re
import subprocess

CALLS = 100_000_000


class H2load:
    """h2load on some connections, each with some calls in flight."""

    def __init__(self, url, folder, connections=4, in_flight=32, calls=CALLS, options=()):
        # Never written again: h2load reads it for each call.
        request = pathlib.Path(folder) / "nothing.bin"
        if not request.exists():
            request.write_bytes(bytes(5))
        self.most_refused = connections * in_flight
        self.process = subprocess.Popen(
            ["h2load", "-n", str(calls), "-c", str(connections), "-m", str(in_flight), "-t", "1",
             "-d", request, "-H", "content-type: application/grpc", "-H", "te: trailers",
             *options, f"{url}/quotes.v1.QuoteService/DailyQuote"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def account(self, patience=60):
        """Waits for its end; what became of its calls."""
        output = self.process.communicate(timeout=patience)[0]
        found = re.search(
            r"requests: (\d+) total, (\d+) started, (\d+) done, (\d+) succeeded", output)
        if not found:
            return {"begun": 0, "answered": 0, "refused": 0, "lost": 0, "wrong": 1,
                    "text": output[-500:]}
        _, begun, _, answered = map(int, found.groups())
        good = int(re.search(r"status codes: (\d+) 2xx", output).group(1))
        left = begun - answered
        return {"begun": begun, "answered": answered, "wrong": answered - good,
                # Which of them were above the last stream the server's own count shows.
                "refused": min(left, self.most_refused), "lost": max(0, left - self.most_refused)}
