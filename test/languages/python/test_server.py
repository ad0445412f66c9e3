"""How a server is started, found and ended, and what is said if it is not."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import reqsim as client
import requests
from conftest import CLIENT
from reqsim import ControlError, ReqsimError, StartError, connect, open_server, start_server

POSIX = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def is_up(url: str) -> bool:
    port = int(url.rsplit(":", 1)[1])
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def goes_down(url: str, seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while is_up(url):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def command(folder: Path, text: str) -> str:
    """A program for REQSIM_COMMAND."""
    file = folder / "a command"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


def health_server(monkeypatch: pytest.MonkeyPatch, status: int, body: object) -> str:
    """A server of something else, until the test ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class TestStarting:
    def test_serves_the_scenario_seed_and_clock_and_ends(self):
        with start_server("outage", seed=7, clock="manual") as server:
            assert (server.scenario, server.seed) == ("outage", "7")
            with server.world() as world:
                assert world.control("GET", "/clock")["mode"] == "manual"
            url = server.url
        assert not is_up(url)
        server.close()

    def test_an_object_is_a_scenario_too(self):
        with start_server({"extends": ["demo"], "config": {"rateLimit": "enforce"}}) as server:
            assert server.scenario == "inline"
            with server.world() as world:
                assert len(world.tokens) == 6

    def test_a_scenario_may_choose_the_clock(self, tmp_path):
        file = tmp_path / "timed.yaml"
        file.write_text("name: timed\nextends: [demo]\nclock: { mode: manual }\n")
        for clock, mode in ((None, "auto"), ("scenario", "manual")):
            with start_server(file, clock=clock) as server, server.world() as world:
                assert world.control("GET", "/clock")["mode"] == mode

    def test_variables_of_the_flags_count(self, monkeypatch):
        monkeypatch.setenv("REQSIM_CLOCK", "live:60x")
        monkeypatch.setenv("REQSIM_CONTROL_TOKEN", "a-secret-token")
        monkeypatch.setenv("REQSIM_PORT", "1")
        with start_server() as server, server.world() as world:
            assert world.control("GET", "/clock")["speed"] == 60

    def test_a_command_that_is_not_there(self, monkeypatch):
        monkeypatch.setenv("REQSIM_COMMAND", "no-such-command --flag")
        with pytest.raises(StartError, match="REQSIM_COMMAND: there is no command 'no-such-command': download"):
            start_server()
        monkeypatch.delenv("REQSIM_COMMAND")
        monkeypatch.setenv("PATH", "")
        with pytest.raises(StartError, match="^there is no command 'reqsim': download .* REQSIM_URL$"):
            start_server()

    @POSIX
    def test_a_command_that_is_not_executable(self, monkeypatch, tmp_path):
        monkeypatch.setenv("REQSIM_COMMAND", command(tmp_path, "exit 0"))
        (tmp_path / "a command").chmod(0o644)
        with pytest.raises(StartError, match=r"a command' is not executable: chmod \+x '"):
            start_server()

    def test_a_scenario_that_is_not_there(self):
        with pytest.raises(StartError, match=r"(?s)serve demoo .*ended with exit code 2\n.*did you mean 'demo'"):
            start_server("demoo")

    @POSIX
    def test_a_command_that_ends_or_does_not_listen(self, monkeypatch, tmp_path):
        monkeypatch.setenv("REQSIM_COMMAND", command(tmp_path, "echo hello; echo oh no >&2; exit 7"))
        with pytest.raises(StartError, match=r"ended with exit code 7") as caught:
            start_server()
        assert {"  hello", "  oh no"} <= set(str(caught.value).split("\n"))
        monkeypatch.setenv("REQSIM_COMMAND", command(tmp_path, "echo hello; exec sleep 60"))
        with pytest.raises(StartError, match=r"did not listen within 0\.3 s\n  hello"):
            start_server(timeout=0.3)

    @POSIX
    def test_lines_before_the_address_do_not_disturb(self, monkeypatch, tmp_path):
        real = os.environ["REQSIM_COMMAND"]
        monkeypatch.setenv("REQSIM_COMMAND", command(tmp_path, f"echo '> reqsim serve'; exec {real} \"$@\""))
        with start_server() as server:
            assert server.started_here

    @pytest.mark.parametrize(("version", "fits"), [("0.0.9", False), ("0.2.0", True), ("1.0.0", False)])
    def test_the_version_of_the_server_must_fit(self, monkeypatch, version, fits):
        url = health_server(monkeypatch, 200, {"version": version, "scenario": "demo", "seed": "1"})
        if fits:
            assert connect(url).version == version
        else:
            with pytest.raises(StartError, match=f"of version {re.escape(client.__version__)}, and the server at .* of {version}"):
                connect(url)


class TestHttps:
    def test_a_server_writes_the_authority_that_clients_trust(self, tmp_path, monkeypatch):
        file = str(tmp_path / "ca.pem")
        with start_server(tls_ca=file) as server, server.world() as world:
            assert server.url.startswith("https://")
            url, headers = f"{world.api_url}/applications/101", world.headers("alice")
            assert requests.get(url, headers=headers, verify=file, timeout=10).status_code == 200
            context = ssl.create_default_context(cafile=file)
            with urllib.request.urlopen(f"{world.control_url}/health", context=context, timeout=10) as response:
                assert response.status == 200
            monkeypatch.setenv("REQSIM_TLS_CA", file)
            with connect(server.url) as found:
                assert found.scenario == "demo"
            # What clients trust, which `reqsim exec` sets, goes first.
            monkeypatch.setenv("REQSIM_CA_FILE", file)
            monkeypatch.setenv("REQSIM_TLS_CA", str(tmp_path / "none.pem"))
            with connect(server.url) as found:
                assert found.scenario == "demo"
            monkeypatch.delenv("REQSIM_CA_FILE")
            monkeypatch.delenv("REQSIM_TLS_CA")
            with pytest.raises(StartError, match="CERTIFICATE_VERIFY_FAILED"):
                connect(server.url)


class TestEnding:
    @POSIX
    def test_the_server_ends_when_this_process_is_killed(self):
        script = "import reqsim, sys, time; print(reqsim.start_server().url, flush=True); time.sleep(60)"
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=CLIENT) as child:
            assert child.stdout is not None
            url = child.stdout.readline().strip()
            assert is_up(url)
            child.send_signal(signal.SIGKILL)
        assert goes_down(url)

    def test_the_server_ends_with_a_script_that_forgets_it(self):
        script = "import reqsim; print(reqsim.start_server().url)"
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=CLIENT, check=True)
        assert done.stderr == ""
        assert goes_down(done.stdout.strip())

    @POSIX
    def test_an_interrupt_of_the_terminal_leaves_the_server_to_its_owner(self):
        script = (
            "import reqsim, time\n"
            "server = reqsim.start_server()\n"
            "try:\n"
            "    print(server.url, flush=True)\n"
            "    time.sleep(60)\n"
            "except KeyboardInterrupt: print(server.world().name)\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=CLIENT, start_new_session=True
        ) as child:
            assert child.stdout is not None
            url = child.stdout.readline().strip()
            os.killpg(child.pid, signal.SIGINT)
            assert child.stdout.readline() == "world-1\n"
        assert goes_down(url)

    @POSIX
    def test_a_server_that_died_is_an_error_with_its_exit_code(self):
        with start_server() as server:
            process = server._process._process
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            with pytest.raises(ReqsimError, match=r"ended with exit code -9\n  reqsim listening on"):
                server.world()


class TestFinding:
    def test_a_running_server_is_used_and_left_running(self, monkeypatch):
        with start_server("outage") as running:
            monkeypatch.setenv("REQSIM_URL", f"{running.url}/")
            with open_server() as server:
                assert (server.url, server.scenario, server.started_here) == (running.url, "outage", False)
                with server.world() as first, open_server("outage").world() as second:
                    assert first.name != second.name
            assert is_up(running.url)

    def test_another_scenario_or_seed_is_an_error(self, monkeypatch, reqsim_server):
        monkeypatch.setenv("REQSIM_URL", reqsim_server.url)
        with pytest.raises(StartError, match="REQSIM_URL has the scenario 'demo', not 'outage': start it with this"):
            open_server("outage")
        with pytest.raises(StartError, match="has the seed '1', not '7'"):
            open_server(seed=7)

    @pytest.mark.parametrize(
        ("file", "text", "same"),
        [
            ("own.yaml", "# mine\nname: demo # the same\nextends: [empty]\n", True),
            ("own.yaml", "name: 'demo'\n", True),
            ("own.json", '{ "extends": ["empty"],\n  "name": "demo" }', True),
            ("own.json", '{"name":"demo"}', True),
            ("demo.yaml", "extends: [empty]\n", True),
            ("own.yaml", "name: demo 2\n", False),
            ("own.yaml", "world:\n  pages: [{ name: demo }]\n", False),
        ],
    )
    def test_a_scenario_file_is_known_by_its_name(self, monkeypatch, tmp_path, reqsim_server, file, text, same):
        monkeypatch.setenv("REQSIM_URL", reqsim_server.url)
        (tmp_path / file).write_text(text)
        if same:
            open_server(tmp_path / file).close()
        else:
            with pytest.raises(StartError, match="has the scenario 'demo', not '.*own.yaml'"):
                open_server(str(tmp_path / file))

    def test_nothing_there(self, monkeypatch):
        monkeypatch.setenv("REQSIM_URL", "http://127.0.0.1:9")
        with pytest.raises(StartError, match=r"no server responds at http://127\.0\.0\.1:9 .*: start one with `reqsim serve"):
            open_server()

    @pytest.mark.parametrize("url", ["localhost:4010", "ftp://127.0.0.1", "4010"])
    def test_no_address(self, url):
        with pytest.raises(StartError, match=f"REQSIM_URL: '{url}' is not an address such as http"):
            connect(url)

    @pytest.mark.parametrize(("status", "body"), [(404, {}), (200, {"status": "UP"}), (200, [])])
    def test_another_server_there(self, monkeypatch, status, body):
        with pytest.raises(StartError, match="is not a reqsim server: GET /_sim/health returned"):
            connect(health_server(monkeypatch, status, body))

    def test_a_control_token_is_sent(self):
        with start_server(flags=["--control-token", "a-secret-token"]) as running:
            with pytest.raises(ControlError, match="token"):
                running.world()
            with connect(running.url, control_token="a-secret-token") as server, server.world() as world:
                assert world.clock.now().year == 2026

    def test_tokens_of_exec_are_used(self, monkeypatch, reqsim_server):
        monkeypatch.setenv("REQSIM_URL", reqsim_server.url)
        monkeypatch.setenv("REQSIM_TOKENS", '{"alice": "tok-of-exec"}')
        with open_server() as server, server.world() as world:
            assert world.tokens["alice"] == "tok-of-exec"


class TestConnection:
    def test_goes_past_proxies(self, monkeypatch, reqsim_server):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        with connect(reqsim_server.url) as server:
            assert server.scenario == "demo"

    def test_is_kept_and_shared_by_threads(self, reqsim_server):
        with connect(reqsim_server.url) as server:
            kept = server._connection._kept.sock
            names: list = []

            def use() -> None:
                with server.world() as world:
                    names.append(world.control("GET", "/health")["world"])

            threads = [threading.Thread(target=use) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(set(names)) == 8
            assert server._connection._kept.sock is kept

    def test_is_opened_again_after_a_pause(self, reqsim_server):
        with connect(reqsim_server.url) as server:
            kept = server._connection._kept.sock
            server._connection._used -= 25
            server.report()
            assert server._connection._kept.sock is not kept

    @POSIX
    def test_is_not_shared_with_a_forked_process(self, reqsim_server):
        with connect(reqsim_server.url) as server:
            kept = server._connection._kept.sock
            child = os.fork()
            if child == 0:
                with server.world() as world:
                    os._exit(0 if world.clock.now().year == 2026 else 1)
            assert os.waitpid(child, 0)[1] == 0
            server.report()
            assert server._connection._kept.sock is kept


@POSIX
def test_without_pytest_the_file_is_a_plain_client_that_imports_no_pytest():
    script = "import reqsim, sys; assert 'pytest' not in sys.modules; print(hasattr(reqsim, 'pytest_configure'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=CLIENT, check=True)
    assert done.stdout == "False\n"
