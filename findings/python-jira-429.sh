#!/bin/sh
# Guess: a client that retries a 429 does so whatever headers the response has, and at least says that it got a 429.
# Seen with Python's jira 3.4.1 (python3-jira of Debian 12): it reads four headers of one product's own limiter, and without
# them a 429 ends in KeyError before it retries.
set -eu
version=$(dpkg-query -W -f '${Version}' python3-jira)
echo "python3-jira $version"
test "${version%%-*}" = 3.4.1
/usr/bin/python3 - <<'PY'
import http.server
import threading

from jira import JIRA


class Limited(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(429)
        self.send_header("Retry-After", "1")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Limited)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = JIRA(f"http://127.0.0.1:{server.server_port}", token_auth="x", get_server_info=False)
try:
    client.myself()
    seen = "no error"
except Exception as error:
    seen = f"{type(error).__name__}: {error}"
print(seen)
assert seen == "KeyError: 'x-ratelimit-fillrate'", seen
PY
