"""Answers the requests of code written for the pod, on the port that the code names."""

import http.server
import json

notices_sent = 0

ENVELOPE = b'{"rc":0,"reason":"ok","body":{"isbn":"978-1"}}'
ANSWERS = {
    "/blob": ("application/octet-stream", b"\x00\x01"),
    "/motto": ("application/json", b'"carpe diem"'),
    "/all": ("application/json", b'[{"isbn":"1"}]'),
    "/tags": ("application/json", b'["a","b"]'),
    "/cells": ("text/plain", b"x;y"),
    "/7.bin": ("application/octet-stream", b'{"rc":0,"reason":"scan"}'),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        global notices_sent
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        kind, body = next((answer for end, answer in ANSWERS.items() if path.endswith(end)), ("application/json", ENVELOPE))
        if path.endswith("/notices/today"):
            # The first answer makes the request send itself again.
            notices_sent += 1
            code = 409 if notices_sent % 2 == 1 else 0
            body = json.dumps({"rc": code, "reason": "again", "body": {"isbn": "n"}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if path.endswith("/7.bin"):
            self.send_header("Content-Disposition", 'attachment; filename="seven.bin"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET


http.server.ThreadingHTTPServer(("127.0.0.1", 8765), Handler).serve_forever()
