# SPDX-License-Identifier: Apache-2.0
"""A webhook that does as its plan says, post by post, and prints each message that it takes.

usage: webhook.py PORT STEP...   (0 = a free port; behind the last step everything is taken)

take: takes the message and says so. hang: takes it and never answers. cut: takes it and closes. 503: takes
nothing, says 503 and when to come back; 500, 404 and others: take nothing. half: closes before it has read all.
"""

import http.server
import json
import sys
import threading

steps = sys.argv[2:]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        step = steps.pop(0) if steps else "take"
        if step == "half":
            self.close_connection = True
            return
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if step in ("take", "hang", "cut"):
            print("taken " + json.dumps({"type": self.headers["Content-Type"], "note": self.headers["X-Note"],
                                         "body": body}), flush=True)
        else:
            print(f"refused by {step}", flush=True)
        if step == "hang":
            threading.Event().wait()
        if step == "cut":
            self.close_connection = True
            return
        status = 200 if step == "take" else int(step)
        answer = b"ok" if step == "take" else b"not now"
        self.send_response(status)
        if status == 503:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    allow_reuse_address = True


server = Server(("127.0.0.1", int(sys.argv[1])), Handler)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
