"""The hand from outside: does in this machine whatever the test on its host tells it to."""

import json
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote


class Hand(BaseHTTPRequestHandler):
    """POST / runs a shell script, PUT /a/file writes it."""

    def log_message(self, *_: object) -> None:
        """Say nothing; what is done here is the test's to tell."""

    def do_POST(self) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", self._body().decode()], capture_output=True, check=False
        )
        told = {
            "code": done.returncode,
            "out": done.stdout.decode(errors="replace"),
            "err": done.stderr.decode(errors="replace"),
        }
        self._answer(json.dumps(told).encode())

    def do_PUT(self) -> None:
        path = Path(unquote(self.path))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._body())
        self._answer(b"{}")

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("0.0.0.0", 8081), Hand).serve_forever()
