"""The world of a test: its addresses, and everything that the control API does to it."""

import json
import urllib.request
from datetime import datetime, timedelta, timezone

import pytest
import requests
from reqsim import ControlError, ReqsimError, Server, VerificationError, World

REQUIREMENT = "/rest/reqs/1/requirement2/ENG/REQ-001"


def text_of(world: World) -> str:
    response = requests.get(world.wiki_url + REQUIREMENT, headers=world.headers("alice"), timeout=10)
    return response.json()["htmlExcerpt"]


def rename(world: World, text: str) -> None:
    body = {"htmlExcerpt": text}
    response = requests.put(world.wiki_url + REQUIREMENT, json=body, headers=world.headers("alice"), timeout=10)
    assert response.status_code == 200


@pytest.mark.parametrize("text", ["one", "two"])
def test_a_test_sees_no_change_of_another(reqsim, text):
    assert text_of(reqsim).startswith("The drone shall")
    rename(reqsim, text)
    assert text_of(reqsim) == text


def test_a_standard_client_needs_the_address_alone(reqsim):
    request = urllib.request.Request(f"{reqsim.api_url}/applications/101", headers=reqsim.headers("alice"))
    with urllib.request.urlopen(request, timeout=10) as response:
        assert json.load(response)["name"] == "Northwind Wiki"


@pytest.mark.parametrize(
    ("address", "interface", "region"),
    [
        ("api_url", "standalone", "eu"),
        ("wiki_url", "wiki", "eu"),
        ("tracker_url", "tracker", "eu"),
        ("hosted_wiki_url", "hosted-wiki", "eu"),
        ("hosted_tracker_url", "hosted-tracker", "eu"),
        ("us_api_url", "standalone", "us"),
        ("us_hosted_wiki_url", "hosted-wiki", "us"),
        ("us_hosted_tracker_url", "hosted-tracker", "us"),
    ],
)
def test_each_address_is_that_of_its_interface(reqsim, address, interface, region):
    requests.get(f"{getattr(reqsim, address)}/anything", timeout=10)
    entry = reqsim.journal()[0].entry
    assert (entry["interface"], entry["region"]) == (interface, region)


def test_the_control_address_is_that_of_the_world(reqsim):
    assert requests.get(f"{reqsim.control_url}/health", timeout=10).json()["world"] == reqsim.name


class TestTokens:
    def test_are_those_of_the_ready_scenarios(self, reqsim):
        assert reqsim.tokens["alice"] == "tok-alice"
        assert reqsim.tokens["uma"] == "tok-uma"
        assert set(reqsim.tokens) == {"admin", "alice", "bob", "eve", "dana", "uma"}
        assert len(reqsim.tokens) == 6

    @pytest.mark.reqsim(scenario={"extends": ["demo"], "world": {"users": [{"name": "frank"}]}})
    def test_are_created_for_other_users(self, reqsim):
        answer = requests.get(f"{reqsim.api_url}/applications/101", headers=reqsim.headers("frank"), timeout=10)
        assert answer.status_code != 401
        assert reqsim.journal()[0].user == "frank"

    def test_can_be_created_with_a_scope_and_an_end(self, reqsim):
        token = reqsim.tokens.create("alice", expires_in=timedelta(hours=1), application_id=101)

        def status() -> int:
            headers = {"Authorization": f"Bearer {token}"}
            return requests.get(f"{reqsim.api_url}/applications/current", headers=headers, timeout=10).status_code

        assert status() == 200
        reqsim.clock.advance("2h")
        assert status() == 401

    def test_an_unknown_user_is_an_error_with_the_nearest_name(self, reqsim):
        with pytest.raises(ReqsimError, match="has no user 'alcie'; did you mean 'alice'"):
            reqsim.tokens["alcie"]

    def test_a_session_is_a_cookie(self, reqsim):
        headers = {"Cookie": reqsim.session("bob")}
        requests.get(f"{reqsim.wiki_url}/rest/reqs/1/baseline/ENG", headers=headers, timeout=10)
        assert reqsim.journal()[0].user == "bob"


class TestClock:
    def test_moves_by_a_duration_and_to_an_instant(self, reqsim):
        assert reqsim.clock.now() == datetime(2026, 1, 5, 9, tzinfo=timezone.utc)
        moved = reqsim.clock.advance("3m")
        assert moved.now == datetime(2026, 1, 5, 9, 3, tzinfo=timezone.utc)
        assert [job["kind"] for job in moved.fired] == ["integration.synchronise"]
        assert moved.failed == 0
        assert reqsim.clock.advance(timedelta(seconds=30)).fired == []
        reqsim.clock.advance_to(datetime(2026, 1, 5, 10, tzinfo=timezone.utc))
        assert reqsim.clock.advance_to("2026-01-05T11:00:00Z").now.hour == 11

    def test_runs_the_next_job(self, reqsim):
        due = reqsim.clock.jobs()[0]["due"]
        assert reqsim.clock.run_next().fired[0]["at"] == due

    def test_says_what_is_wrong_with_an_instant(self, reqsim):
        with pytest.raises(ReqsimError, match="has no zone"):
            reqsim.clock.advance_to(datetime(2026, 1, 5, 10))
        with pytest.raises(ControlError, match="must be a duration such as '10s'"):
            reqsim.clock.advance("3 minutes")
        with pytest.raises(ReqsimError, match="write manual, auto, live"):
            reqsim.clock.set_mode("live:fast")

    def test_a_client_that_polls_gets_there(self, reqsim):
        url = f"{reqsim.wiki_url}/rest/reqs/1"
        headers = reqsim.headers("alice")
        task = requests.post(f"{url}/baseline-actions/ENG/freeze/2", headers=headers, timeout=10).json()["taskId"]
        statuses = [
            requests.get(f"{url}/tasks/status/{task}", headers=headers, timeout=10).json()["status"] for _ in range(10)
        ]
        assert statuses[-1] == "DONE"

    def test_stands_still_in_manual_mode(self, reqsim):
        reqsim.clock.set_mode("manual")
        headers = reqsim.headers("alice")
        url = f"{reqsim.wiki_url}/rest/reqs/1"
        requests.post(f"{url}/baseline-actions/ENG/freeze/2", headers=headers, timeout=10)
        for _ in range(3):
            status = requests.get(f"{url}/baseline/ENG/2", headers=headers, timeout=10).json()["status"]
            assert status == "IN_CREATION"


class TestFaults:
    def test_strike_as_often_as_they_say(self, reqsim):
        fault = reqsim.faults.add(operation="standalone.application.read", status=503, times=1)
        url = f"{reqsim.api_url}/applications/101"
        statuses = [requests.get(url, headers=reqsim.headers("alice"), timeout=10).status_code for _ in range(2)]
        assert statuses == [503, 200]
        assert reqsim.faults.struck(fault) == 1
        assert reqsim.journal(faulted=True)[0].fault == fault

    def test_take_the_names_and_values_of_python(self, reqsim):
        reqsim.faults.add(queue="outbound", message_operation="LINK_ADDED", answer="FAILED")
        reqsim.faults.add(outage="tracker", from_=timedelta(minutes=1), for_=timedelta(hours=1))
        reqsim.faults.add(interface="wiki", latency=timedelta(seconds=2), drop=True, performed=True)
        first, second, third = reqsim.faults.all()
        assert first["messageOperation"] == "LINK_ADDED"
        assert second["for"] == "3600000ms"
        assert (third["latency"], third["drop"], third["performed"]) == ("2000ms", True, True)
        reqsim.faults.remove(first["id"])
        assert len(reqsim.faults.all()) == 2
        reqsim.faults.clear()
        assert reqsim.faults.all() == []

    def test_an_unknown_operation_is_refused_with_the_nearest(self, reqsim):
        with pytest.raises(ControlError, match=r"did you mean 'wiki\.baseline\.list'") as caught:
            reqsim.faults.add(operation="wiki.baseline.lst", status=503)
        assert caught.value.status == 400


class TestVerification:
    def test_counts_calls(self, reqsim):
        rename(reqsim, "short")
        done = reqsim.verify(operation="wiki.requirement.write", body={"htmlExcerpt": "short"}, user="alice", times=1)
        assert (done.ok, done.count, done.faulted) == (True, 1, 0)
        reqsim.verify(path="/api/applications/{id}", at_most=0)

    def test_fails_with_the_nearest_call(self, reqsim):
        rename(reqsim, "short")
        with pytest.raises(VerificationError, match="differs in user: 'alice' instead of 'bob'"):
            reqsim.verify(operation="wiki.requirement.write", user="bob")
        with pytest.raises(AssertionError):
            reqsim.verify(operation="wiki.requirement.write", at_least=2)

    def test_sees_its_own_world_only(self, reqsim, reqsim_server):
        with reqsim_server.world() as other:
            rename(other, "short")
            reqsim.verify(operation="wiki.requirement.write", times=0)
            other.verify(operation="wiki.requirement.write", times=1)

    def test_refuses_what_no_call_could_match(self, reqsim):
        with pytest.raises(ControlError, match="alice"):
            reqsim.verify(operation="wiki.requirement.write", user="alcie")


class TestJournal:
    def test_has_requests_and_responses_without_credentials(self, reqsim):
        rename(reqsim, "short")
        requests.get(f"{reqsim.api_url}/applicatons", headers=reqsim.headers("alice"), timeout=10)
        written, missed = reqsim.journal()
        assert (written.method, written.status, written.user) == ("PUT", 200, "alice")
        assert written.request_json() == {"htmlExcerpt": "short"}
        assert written.response_json()["key"] == "REQ-001"
        assert written.at == datetime(2026, 1, 5, 9, tzinfo=timezone.utc)
        assert "tok-alice" not in json.dumps(written.entry)
        assert missed.operation is None
        assert "no operation" in missed.describe()
        assert [exchange.id for exchange in reqsim.journal(status="4xx")] == [missed.id]
        assert reqsim.journal(unmatched=True) == [missed]
        assert len(reqsim.har()["log"]["entries"]) == 2

    def test_names_what_nothing_read(self, reqsim):
        url = f"{reqsim.wiki_url}/rest/reqs/1/requirement2/ENG/REQ-001"
        for body in ({"html": "x"}, {"htmlExcerpt": "x"}):
            requests.put(url, json=body, headers=reqsim.headers("alice"), timeout=10)
        (ignoring,) = reqsim.journal(ignored=True)
        assert ignoring.notable == "ignored: body html (did you mean htmlExcerpt?)"
        assert "→ 200, ignored: body html (did you mean htmlExcerpt?) (wiki" in reqsim.log()[0]

    def test_has_more_than_a_page(self, reqsim):
        with requests.Session() as session:
            for _ in range(1005):
                session.get(f"{reqsim.api_url}/applications/101", timeout=10)
        exchanges = reqsim.journal()
        assert [exchange.id for exchange in exchanges] == list(range(1, 1006))

    def test_the_log_shows_the_latest_and_joins_equal_jobs(self, reqsim):
        assert reqsim.log() == ["no request reached this world"]
        for _ in range(50):
            requests.get(f"{reqsim.api_url}/applications/101", headers=reqsim.headers("alice"), timeout=10)
        reqsim.clock.advance("1h")
        reqsim.control("PUT", "/issues/30001", {"status": "Done"})
        omitted, *_, sent, idle, edited = reqsim.log()
        assert omitted == "(13 earlier omitted)"
        assert sent == "2026-01-05T09:03:00.000Z job 1, integration.synchronise: 2 to the tracker: 2 DONE"
        assert idle.endswith("nothing waited (and 18 more like it, until 2026-01-05T10:00:00.000Z)")
        assert edited.startswith("2026-01-05T10:00:00.000Z world edited: ")


class TestState:
    def test_reads_tables(self, reqsim):
        assert [issue["key"] for issue in reqsim.state("issue", key="DRN-1")] == ["DRN-1"]
        with pytest.raises(ControlError, match="requirement"):
            reqsim.state("requirements")

    def test_can_be_saved_forked_and_reset(self, reqsim):
        snapshot = reqsim.snapshot()
        rename(reqsim, "changed")
        with reqsim.fork() as fork:
            rename(fork, "forked")
            assert text_of(fork) == "forked"
        assert text_of(reqsim) == "changed"
        reqsim.restore(snapshot)
        assert text_of(reqsim).startswith("The drone shall")
        rename(reqsim, "changed")
        reqsim.reset()
        assert text_of(reqsim).startswith("The drone shall")

    def test_the_report_is_that_of_the_world(self, reqsim):
        rename(reqsim, "short")
        assert reqsim.report()["exchanges"] == 1


def test_any_route_of_the_control_api_can_be_called(reqsim):
    assert reqsim.control("GET", "/operations", interface="tracker")["total"] > 10
    assert reqsim.control("PUT", "/issues/30001", {"status": "Done"})["status"] == "Done"
    assert reqsim.control("DELETE", "/journal") is None
    with pytest.raises(ControlError, match="colour"):
        reqsim.control("GET", "/operations", colour="red")


def test_a_closed_world_is_removed_and_a_name_can_be_chosen(reqsim_server: Server):
    def names() -> list:
        return [world["name"] for world in reqsim_server._request("GET", "/_sim/worlds?limit=1000")["items"]]

    with reqsim_server.world("chosen") as world:
        assert world.name == "chosen"
        assert "chosen" in names()
        with pytest.raises(ControlError, match="chosen"):
            reqsim_server.world("chosen")
    assert "chosen" not in names()
    world.close()
    with pytest.raises(ReqsimError, match="a name is 1 to 64 letters"):
        reqsim_server.world("not legal")


def test_a_world_that_a_test_deleted_can_be_closed(reqsim_server: Server):
    world = reqsim_server.world()
    reqsim_server._request("DELETE", f"/_sim/worlds/{world.name}")
    world.close()
