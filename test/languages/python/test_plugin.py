"""The plugin, in runs of pytest of their own."""

import json
import os
import re
import threading

import pytest
from conftest import CLIENT
from reqsim import start_server

HEAD = "import pytest, requests\n"
CALL = "requests.get(f'{reqsim.api_url}/applications/101', headers=reqsim.headers('alice'))"


@pytest.fixture
def suite(pytester, monkeypatch):
    """Runs a file of tests in a folder with the client, and returns the result and its lines."""
    for name in [name for name in os.environ if name.startswith("REQSIM_") and name != "REQSIM_COMMAND"]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)

    def run(text: str, *flags: str):
        pytester.makeconftest("pytest_plugins = ['reqsim']")
        pytester.makepyfile(test_client=HEAD + text)
        (pytester.path / "reqsim.py").write_text((CLIENT / "reqsim.py").read_text(encoding="utf-8"), encoding="utf-8")
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *flags)

    return run


def test_a_failed_test_shows_its_exchanges_and_the_line_that_failed(suite):
    result = suite(
        f"""
        def test_green(reqsim):
            assert {CALL}.status_code == 200
        def test_red(reqsim):
            reqsim.faults.add(operation='standalone.application.read', drop=True, times=1)
            with pytest.raises(requests.ConnectionError):
                {CALL}
            reqsim.faults.add(operation='standalone.application.read', status=503)
            assert {CALL}.status_code == 200
        def test_missing(reqsim):
            reqsim.verify(operation='standalone.application.read')
        """.replace("\n        ", "\n")
    )
    result.assert_outcomes(passed=1, failed=2)
    text = result.stdout.str()
    assert re.search(r"-+ reqsim world test_red-2 -+\n#1 2026-01-05T09:00:00.000Z alice: GET /_world/test_red-2/api/", text)
    assert "→ no response (standalone.application.read, by fault 1)" in text
    assert "→ 503 (standalone.application.read, by fault 2)" in text
    assert re.search(r"-+ reqsim world test_missing-3 -+\nno request reached this world\n", text)
    assert re.search(r">\s+reqsim\.verify\(operation='standalone\.application\.read'\)\nE\s+reqsim\.VerificationError: expected", text)
    assert "test_green" not in text.split("FAILURES")[1].split("short test summary")[0]


def test_worlds_are_removed_and_one_server_serves_the_run(suite):
    result = suite(
        """
URLS = set()
@pytest.mark.parametrize('n', range(3))
def test_one(reqsim, reqsim_server, n):
    URLS.add(reqsim_server.url)
    worlds = reqsim_server._request('GET', '/_sim/worlds')['items']
    assert [world['name'] for world in worlds] == ['default', reqsim.name]
    assert len(URLS) == 1
@pytest.fixture(scope='module')
def shared(reqsim_server):
    with reqsim_server.world('shared') as world:
        yield world
def test_shared(shared):
    shared.clock.advance('1h')
def test_shared_again(shared):
    assert shared.clock.now().hour == 10
"""
    )
    result.assert_outcomes(passed=5)


def test_marks_describe_the_world_and_the_closest_wins(suite):
    result = suite(
        f"""
pytestmark = pytest.mark.reqsim(clock='manual', now='2026-01-06T00:00:00Z')
def test_file(reqsim):
    assert reqsim.clock.now().day == 6
    assert reqsim.control('GET', '/clock')['mode'] == 'manual'
@pytest.mark.reqsim(now='2026-01-07T00:00:00Z', world='mine', faults=[dict(interface='standalone', status=503)])
class TestClass:
    def test_class(self, reqsim):
        assert (reqsim.clock.now().day, reqsim.name) == (7, 'mine')
        assert {CALL}.status_code == 503
    @pytest.mark.reqsim(faults=[], clock='auto')
    def test_own(self, reqsim):
        assert {CALL}.status_code == 200
        assert reqsim.control('GET', '/clock')['mode'] == 'auto'
@pytest.mark.reqsim(scenario='outage', seed=7)
def test_scenario(reqsim):
    assert (reqsim.server.scenario, reqsim.server.seed) == ('outage', '7')
@pytest.mark.reqsim(scenario='release-freeze', now='2026-06-01T00:00:00Z')
def test_other(reqsim):
    assert reqsim.server.scenario == 'release-freeze'
"""
    )
    result.assert_outcomes(passed=5)


def test_a_timeline_runs_up_to_a_step(suite, pytester):
    pytester.path.joinpath("story.yaml").write_text(
        "name: story\nextends: [demo]\ntimeline: [{ advance: 1h, step: later }, { advance: 1d, step: tomorrow }]\n"
    )
    result = suite(
        """
@pytest.mark.reqsim(until='later')
def test_later(reqsim):
    assert reqsim.clock.now().hour == 10
@pytest.mark.reqsim(until='latr')
def test_unknown(reqsim):
    pass
""",
        "--reqsim-scenario=story.yaml",
    )
    result.assert_outcomes(passed=1, errors=1)
    assert "latr" in result.stdout.str()


def test_what_is_wrong_with_a_mark_is_said_in_one_line(suite):
    result = suite(
        """
@pytest.mark.reqsim(scenari='outage')
def test_name(reqsim): pass
@pytest.mark.reqsim('outage')
def test_place(reqsim): pass
@pytest.mark.reqsim(scenario='outag')
def test_scenario(reqsim): pass
@pytest.mark.reqsim(scenario='outag')
def test_scenario_again(reqsim): pass
@pytest.mark.reqsim(faults=[dict(operation='wiki.baseline.lst', status=503)])
def test_fault(reqsim): pass
def test_good(reqsim): pass
"""
    )
    result.assert_outcomes(passed=1, errors=5)
    result.stdout.fnmatch_lines(
        [
            "@pytest.mark.reqsim has no argument 'scenari': did you mean scenario?",
            "@pytest.mark.reqsim takes names, such as scenario='outage'",
            "the server did not start: *",
            "*did you mean 'outage'*",
            "*did you mean 'wiki.baseline.list'*",
        ]
    )
    assert "reqsim.py:" not in result.stdout.str()


def test_a_server_that_does_not_start_is_tried_once(suite, monkeypatch, tmp_path):
    count = tmp_path / "count"
    command = tmp_path / "command"
    command.write_text(f"#!/bin/sh\necho started >> '{count}'\nexit 3\n")
    command.chmod(0o755)
    monkeypatch.setenv("REQSIM_COMMAND", str(command))
    result = suite("@pytest.mark.parametrize('n', range(20))\ndef test_one(reqsim, n): pass\n")
    result.assert_outcomes(errors=20)
    assert count.read_text() == "started\n"


def test_a_server_that_dies_fails_the_tests_after_it(suite):
    result = suite(
        """
import os, signal
def test_kills(reqsim_server):
    os.killpg(reqsim_server._process._process.pid, signal.SIGKILL)
def test_after(reqsim): pass
"""
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["the server at * ended with exit code -9*"])


class TestReport:
    TESTS = f"""
def test_demo(reqsim):
    {CALL}
@pytest.mark.reqsim(scenario='outage')
def test_outage(reqsim):
    {CALL}
    requests.get(f'{{reqsim.api_url}}/applicatons')
"""

    def test_has_all_worlds_of_all_servers(self, suite, pytester):
        result = suite(self.TESTS, "--reqsim-report=all.json", "--reqsim-report=all.md", "--reqsim-report=all.html")
        assert result.ret == 0
        result.stdout.fnmatch_lines(["report: all.json", "report: all.md", "report: all.html"])
        report = json.loads((pytester.path / "all.json").read_text())
        assert (report["exchanges"], report["unmatched"]) == (3, 1)
        assert (pytester.path / "all.md").read_text().startswith("#")
        assert "<html" in (pytester.path / "all.html").read_text()

    def test_a_threshold_fails_a_green_run(self, suite, pytester):
        (pytester.path / "pytest.ini").write_text("[pytest]\nreqsim_thresholds =\n  max-unmatched=0\n  min-exercised=1\n")
        result = suite(self.TESTS)
        result.assert_outcomes(passed=2)
        assert result.ret == 1
        result.stdout.fnmatch_lines(["*1 request that matches no operation, more than the maximum of 0: GET /api/applicatons*"])

    def test_thresholds_that_are_met_change_nothing(self, suite):
        assert suite(self.TESTS, "--reqsim-threshold=max-unmatched=1", "--reqsim-threshold=min-exercised=1").ret == 0

    def test_thresholds_without_a_call_are_no_false_green(self, suite):
        result = suite("def test_idle(): pass\n", "--reqsim-threshold=max-unmatched=0")
        result.assert_outcomes(passed=1)
        assert result.ret == 1
        result.stdout.fnmatch_lines(["no test used the simulator: there is no report"])

    @pytest.mark.parametrize(
        ("flag", "message"),
        [
            ("--reqsim-threshold=max-unmatchd=0", "write NAME=VALUE, such as max-unmatched=0; the names are max-assumptions"),
            ("--reqsim-threshold=max-unmatched", "write NAME=VALUE"),
            ("--reqsim-report=report.pdf", "a report is a .json, .html or .md file"),
        ],
    )
    def test_wrong_flags_are_refused_before_the_tests(self, suite, flag, message):
        result = suite("def test_one(): pass\n", flag)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert message in result.stderr.str()

    def test_a_wrong_value_and_an_unwritable_file_fail_the_run(self, suite):
        result = suite(self.TESTS, "--reqsim-threshold=max-unmatched=few")
        assert result.ret == 1
        result.stdout.fnmatch_lines(["*whole number*"])
        result = suite(self.TESTS, "--reqsim-report=no/such/folder/report.md")
        assert result.ret == 1
        result.stdout.fnmatch_lines(["*cannot write 'no/such/folder/report.md'*"])


class TestRunningServer:
    def test_is_shared_by_runs_at_the_same_time(self, suite, monkeypatch, pytester):
        with start_server() as server:
            monkeypatch.setenv("REQSIM_URL", server.url)
            for worker in ("gw0", "gw1"):
                monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
                result = suite(f"def test_name(reqsim):\n    assert reqsim.name.startswith('{worker}-test_name-')\n    {CALL}\n")
                result.assert_outcomes(passed=1)
            monkeypatch.delenv("PYTEST_XDIST_WORKER")
            result = suite(f"def test_more(reqsim):\n    {CALL}\n", "--reqsim-report=all.json")
            assert json.loads((pytester.path / "all.json").read_text())["exchanges"] == 3
            assert [world["name"] for world in server._request("GET", "/_sim/worlds")["items"]] == ["default"]

    def test_keeps_its_clock_unless_told_otherwise(self, suite, monkeypatch):
        with start_server(clock="manual") as server:
            monkeypatch.setenv("REQSIM_URL", server.url)
            text = "def test_mode(reqsim):\n    assert reqsim.control('GET', '/clock')['mode'] == '{}'\n"
            suite(text.format("manual")).assert_outcomes(passed=1)
            suite(text.format("live"), "--reqsim-clock=live").assert_outcomes(passed=1)

    def test_another_scenario_is_an_error_of_the_test(self, suite, monkeypatch):
        with start_server() as server:
            monkeypatch.setenv("REQSIM_URL", server.url)
            result = suite("@pytest.mark.reqsim(scenario='outage')\ndef test_one(reqsim): pass\n")
            result.assert_outcomes(errors=1)
            result.stdout.fnmatch_lines(["the server at REQSIM_URL has the scenario 'demo', not 'outage'*"])


def test_clients_that_obey_proxies_call_this_machine_directly(suite, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "example.test")
    result = suite(
        f"""
import os, urllib.request
def test_requests(reqsim):
    assert {CALL}.status_code == 200
    assert os.environ['no_proxy'] == os.environ['NO_PROXY'] == 'example.test,127.0.0.1,localhost'
def test_urllib(reqsim):
    assert urllib.request.urlopen(reqsim.control_url + '/health').status == 200
"""
    )
    result.assert_outcomes(passed=2)


def test_names_of_worlds_are_legal_and_short(suite):
    result = suite(
        """
@pytest.mark.parametrize('text', ['a b/c', 'é☃', 'x' * 200, '', '../..'])
def test_name(reqsim, text):
    assert len(reqsim.name) <= 64
    assert requests.get(reqsim.control_url + '/health').json()['world'] == reqsim.name
"""
    )
    result.assert_outcomes(passed=5)


def test_settings_can_stand_in_the_file_of_the_project(suite, pytester):
    (pytester.path / "pytest.ini").write_text("[pytest]\nreqsim_scenario = outage\nreqsim_seed = 7\nreqsim_clock = manual\n")
    text = """
def test_one(reqsim):
    assert (reqsim.server.scenario, reqsim.server.seed) == ('{}', '7')
    assert reqsim.control('GET', '/clock')['mode'] == 'manual'
"""
    suite(text.format("outage")).assert_outcomes(passed=1)
    suite(text.format("demo"), "--reqsim-scenario=demo").assert_outcomes(passed=1)
    result = suite("", "--markers")
    result.stdout.fnmatch_lines(["@pytest.mark.reqsim(scenario=…*"])
