# SPDX-License-Identifier: Apache-2.0
"""Answers each POST by the next of the answers given as JSON on the command line, and writes what was asked."""

import http.server
import json
import sys

answers = json.loads(sys.argv[1])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        asked = {
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": json.loads(body),
        }
        print("asked " + json.dumps(asked), flush=True)
        answer = answers.pop(0)
        if answer.get("cut"):
            self.close_connection = True
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
            return
        if answer.get("hang"):
            sys.stdin.read()
        text = answer["body"].encode() if isinstance(answer["body"], str) else json.dumps(answer["body"]).encode()
        self.send_response(answer.get("status", 200))
        for name, value in answer.get("headers", {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
