"""A client of the reqsim simulator and a pytest plugin, in one file to copy.

It needs Python 3.9 or later, and nothing besides the standard library.

In tests, with this file beside a ``conftest.py`` that says ``pytest_plugins = ["reqsim"]``::

    def test_reads_an_application(reqsim):
        client = MyClient(reqsim.api_url, token=reqsim.tokens["alice"])
        assert client.application(101).name == "Northwind Wiki"
        reqsim.verify(operation="standalone.application.read", user="alice", times=1)

Anywhere else::

    import reqsim

    with reqsim.open_server() as server, server.world() as world:
        print(world.wiki_url, world.tokens["alice"])

How a client finds and uses a server, the same in any language:

1. If ``REQSIM_URL`` is set, a server runs there. It belongs to somebody else: do not stop it, and do not
   reset it.
2. Otherwise start ``REQSIM_COMMAND`` (default ``reqsim``) with ``serve SCENARIO --host 127.0.0.1 --port 0
   --clock auto --stop-with-stdin``. Keep a pipe open as its standard input: the server ends when the pipe
   is closed, even if this process is killed. Put it into a process group of its own, or Ctrl-C ends it
   before the tests. Read its standard output to the line ``reqsim listening on URL``, and go on reading, or
   the pipe fills up. If it ends first, its error output says why.
3. ``GET /_sim/health`` returns ``version``, ``scenario``, ``seed`` and ``clock``. The server has to be of
   the same major version as the client, and not of an earlier minor version.
4. The control API is JSON below ``/_sim``. Every method but GET sends ``Content-Type: application/json``,
   ``X-Sim-Control: 1``, and a body where the route has one. If ``REQSIM_CONTROL_TOKEN`` is set, each
   request sends it as ``Authorization: Bearer``. An error is ``{"message": …}``. Keep the connection;
   go past proxies; drop a connection that was idle for 20 s, because the server closes it after 30 s.
5. A test gets a world: ``POST /_sim/worlds {"name": …}`` creates it from the scenario, ``DELETE
   /_sim/worlds/NAME`` deletes it. A name has 1 to 64 letters, digits, ``.``, ``_`` or ``-``, and begins
   with a letter or digit. Everything below ``URL/_world/NAME`` is this world, for any client:
   ``URL/_world/NAME/api``, ``…/wiki``, ``…/tracker``, ``…/eu/wiki``, ``…/eu/tracker``, and ``…/_sim``.
6. The token of the user ``alice`` is ``tok-alice`` in the ready scenarios: ``POST /_sim/tokens {"user":
   "alice", "value": "tok-alice"}`` returns 409 where it exists, and creates it elsewhere.
7. The report of a server, ``GET /_sim/report``, has all of its worlds, deleted ones too. ``reqsim report
   FILES…`` merges reports of several servers and checks thresholds (exit code 1).
8. If ``REQSIM_MUTANT`` is set, start the server with ``--mutant`` and its value: ``reqsim mutate`` runs the tests.
"""

from __future__ import annotations

import atexit
import difflib
import http.client
import json
import os
import re
import secrets
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import TracebackType
from typing import Any, Union
from urllib.parse import quote, urlencode, urlsplit

__version__ = "0.2.0"
__all__ = [
    "Clock",
    "ControlError",
    "Exchange",
    "Faults",
    "Moved",
    "ReqsimError",
    "Server",
    "StartError",
    "Tokens",
    "Verification",
    "VerificationError",
    "World",
    "connect",
    "open_server",
    "start_server",
]

#: A duration such as ``"3m"``, or a timedelta.
Duration = Union[str, timedelta]
#: An instant in ISO 8601 with a zone, or a datetime that knows its zone.
Instant = Union[str, datetime]
#: The name of a ready scenario, the path of a scenario file, or a scenario as an object.
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Json = dict[str, Any]

# pytest shows the line of the test, and not those of this file.
__tracebackhide__ = True

_ANNOUNCEMENT = re.compile(r"^reqsim listening on (https?://\S+)$")
_WORLD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LONGEST_WORLD_NAME = 64
#: The name in a scenario file, which is YAML or JSON.
_SCENARIO_NAME = re.compile(r"""^(?:name:|\{? {0,2}"name"\s*:)\s*["']?([^"'#,\n]*[^"'#,\s])""", re.MULTILINE)
_GET_IT = (
    "download the executable and put its folder on the PATH, or name the command in REQSIM_COMMAND (such as "
    "REQSIM_COMMAND='npx reqsim'), or the address of a running server in REQSIM_URL"
)


class ReqsimError(Exception):
    """Any error of this module; the message says what to do."""


class StartError(ReqsimError):
    """No server could be started or found."""


class ControlError(ReqsimError):
    """The control API refused a request."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        #: The HTTP status, such as 404.
        self.status = status


class VerificationError(ReqsimError, AssertionError):
    """The expected calls were not made; the message lists the nearest ones."""


@dataclass(frozen=True)
class Verification:
    """The calls that matched an expectation."""

    ok: bool
    #: How many calls matched, and how many of these a fault affected.
    count: int
    faulted: int
    message: str
    #: The most similar calls and how they differ, if calls are missing.
    nearest: list[Json] = field(default_factory=list)


@dataclass(frozen=True)
class Moved:
    """What happened while the clock moved."""

    now: datetime
    #: The jobs that ran: ``id``, ``kind``, ``at``; ``outcome`` and ``failed`` where there is something to say.
    fired: list[Json]
    failed: int


@dataclass(frozen=True)
class Exchange:
    """A request and its response as the journal has them, without credentials."""

    #: The number within the world, from 1.
    id: int
    #: The virtual instant.
    at: datetime
    #: Who called; None without a valid credential.
    user: str | None
    #: The id of the operation, such as ``wiki.baseline.freeze``; None if none matched.
    operation: str | None
    method: str
    #: The path with the prefix of the world and the query.
    url: str
    request_headers: dict[str, str]
    request_body: str | None
    status: int
    response_headers: dict[str, str]
    response_body: str
    #: The id of the fault that affected it.
    fault: int | None
    #: The whole entry, with assumptions, unknown fields, transitions and more.
    entry: Json

    @property
    def notable(self) -> str:
        """What is easily missed, such as ``ignored: body html (did you mean htmlExcerpt?)``; empty if nothing is."""
        return str(self.entry.get("notable", ""))

    def request_json(self) -> Any:
        """The body of the request, parsed."""
        return json.loads(self.request_body or "null")

    def response_json(self) -> Any:
        """The body of the response, parsed."""
        return json.loads(self.response_body or "null")

    def describe(self) -> str:
        """One line; for an error the start of the response in a second one."""
        fault = "" if self.fault is None else f", by fault {self.fault}"
        operation = self.operation or "no operation"
        call = f"{self.user or 'nobody'}: {self.method} {self.url}"
        status = self.status or "no response"
        notable = f", {self.notable}" if self.notable else ""
        lines = [f"#{self.id} {_instant_text(self.at)} {call} → {status}{notable} ({operation}{fault})"]
        if self.status >= 400:
            diagnosis = self.entry.get("diagnosis", {}).get("reason", "")
            defect = self.entry.get("defect", "")
            lines += [f"    {_cut(text)}" for text in (self.response_body, diagnosis, defect) if text]
        return "\n".join(lines)


class Clock:
    """The virtual clock of a world. All its instants and durations are virtual."""

    def __init__(self, world: World) -> None:
        self._world = world

    def now(self) -> datetime:
        """The current instant, in UTC."""
        return _read_instant(self._world.control("GET", "/clock")["now"])

    def advance(self, by: Duration) -> Moved:
        """Moves the clock forward, such as by ``"3m"``, and runs the jobs that are due on the way."""
        return self._advance({"by": _duration_text(by)})

    def advance_to(self, instant: Instant) -> Moved:
        """Moves the clock forward to an instant."""
        return self._advance({"to": _wire(instant)})

    def run_next(self, jobs: int = 1) -> Moved:
        """Moves the clock to the next pending job and runs it, or several of them."""
        return self._advance({"jobs": jobs})

    def set_mode(self, mode: str) -> None:
        """Sets how the clock moves: ``manual``, ``auto``, ``live``, or ``live:60x`` for a speed."""
        self._world.control("PATCH", "/clock", _clock_fields(mode))

    def jobs(self) -> list[Json]:
        """The pending jobs in the order in which they will run."""
        return self._world._list("/jobs")

    def _advance(self, body: Json) -> Moved:
        moved = self._world.control("POST", "/clock/advance", body)
        return Moved(_read_instant(moved["now"]), moved["fired"], moved["failedTotal"])


class Faults:
    """The injected faults of a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add(
        self,
        *,
        operation: str | None = None,
        interface: str | None = None,
        region: str | None = None,
        method: str | None = None,
        path: str | None = None,
        user: str | None = None,
        freeze: str | None = None,
        at: float | None = None,
        queue: str | None = None,
        service: str | None = None,
        message_operation: str | None = None,
        answer: str | None = None,
        outage: str | int | None = None,
        from_: Instant | timedelta | None = None,
        for_: Duration | None = None,
        after: int | None = None,
        times: int | None = None,
        every: int | None = None,
        probability: float | None = None,
        status: int | None = None,
        message: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        latency: Duration | None = None,
        drop: bool | None = None,
        truncate: int | str | None = None,
        malform: bool | None = None,
        slow: Duration | None = None,
        page_size: int | None = None,
        performed: bool | None = None,
        enabled: bool | None = None,
    ) -> int:
        """Adds a fault, such as ``add(operation="wiki.requirement.search", status=503)``, and returns its id.

        ``operation``, ``interface``, ``region``, ``method``, ``path`` and ``user`` narrow the requests.
        ``after``, ``times``, ``every`` and ``probability`` say which of them. ``status``, ``body``,
        ``headers``, ``latency``, ``drop``, ``truncate``, ``malform``, ``slow``, ``page_size`` and
        ``performed`` say what happens. ``freeze``, ``queue`` and ``outage`` are other kinds. ``docs/control-api/faults.md`` describes
        each; ``from_`` and ``for_`` are its ``from`` and ``for``.
        """
        fields = {name: value for name, value in locals().items() if name != "self" and value is not None}
        added: Json = self._world.control("POST", "/faults", _wire_fields(fields))
        return int(added["id"])

    def all(self) -> list[Json]:
        """The faults in the order of evaluation, with ``matched`` and ``struck``."""
        return self._world._list("/faults")

    def struck(self, fault: int) -> int:
        """How often a fault took effect."""
        return int(self._world.control("GET", f"/faults/{fault}")["struck"])

    def remove(self, fault: int) -> None:
        """Deletes a fault."""
        self._world.control("DELETE", f"/faults/{fault}")

    def clear(self) -> None:
        """Deletes all faults of the world."""
        self._world.control("DELETE", "/faults")


class Tokens(Mapping[str, str]):
    """A token for each user of a world. ``tokens["alice"]`` is ``tok-alice`` in the ready scenarios."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._created: dict[str, str] = {}

    def __getitem__(self, user: str) -> str:
        usual = f"tok-{user}"
        known = self._created.get(user) or self._world.server._tokens.get(user)
        if known is not None:
            return known
        region = self._region_of(user)
        try:
            self._created[user] = self.create(user, value=usual, region=region)
        except ControlError as error:
            if error.status != 409:
                raise
            # The token is part of the scenario, so all worlds have it.
            self._world.server._tokens[user] = usual
        return usual

    def __iter__(self) -> Iterator[str]:
        return iter([user for region in _REGIONS for user in self._users(region)])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def create(
        self,
        user: str,
        *,
        name: str | None = None,
        expires_in: Duration | None = None,
        expires_at: Instant | None = None,
        application_id: int | None = None,
        value: str | None = None,
        region: str | None = None,
    ) -> str:
        """Creates a token and returns its value: ``create("alice", expires_in="1h", application_id=101)``."""
        fields = {key: each for key, each in locals().items() if key != "self" and each is not None}
        return str(self._world.control("POST", "/tokens", _wire_fields(fields))["value"])

    def _users(self, region: str) -> list[str]:
        return [str(user["name"]) for user in self._world.state("user", region=region)]

    def _region_of(self, user: str) -> str:
        for region in _REGIONS:
            if user in self._users(region):
                return region
        users = list(self)
        near = difflib.get_close_matches(user, users, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise ReqsimError(
            f"tokens[{user!r}]: the scenario {self._world.server.scenario!r} has no user {user!r}; {hint}"
            f"Its users are {', '.join(users)}"
        )


_REGIONS = ("eu", "us")


class World:
    """A world of a server, with records, clock, faults and journal of its own.

    Use it as a context manager, which deletes it.
    """

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        #: The root of all addresses of this world; any client that uses it is isolated.
        self.url = f"{server.url}/_world/{name}"
        self.api_url = f"{self.url}/api"
        self.wiki_url = f"{self.url}/wiki"
        self.tracker_url = f"{self.url}/tracker"
        self.hosted_wiki_url = f"{self.url}/eu/wiki"
        self.hosted_tracker_url = f"{self.url}/eu/tracker"
        self.us_api_url = f"{self.url}/us/api"
        self.us_hosted_wiki_url = f"{self.url}/us/wiki"
        self.us_hosted_tracker_url = f"{self.url}/us/tracker"
        self.control_url = f"{self.url}/_sim"
        self.clock = Clock(self)
        self.faults = Faults(self)
        self.tokens = Tokens(self)
        self._closed = False

    def __repr__(self) -> str:
        return f"<reqsim world {self.name!r} at {self.url}>"

    def __enter__(self) -> World:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Deletes the world from the server. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self.server._request("DELETE", f"/_sim/worlds/{self.name}")
        except ControlError as error:
            # A test may have deleted it, or loaded another scenario.
            if error.status != 404:
                raise

    def headers(self, user: str) -> dict[str, str]:
        """The ``Authorization`` header of a user, for all interfaces but the hosted ones."""
        return {"Authorization": f"Bearer {self.tokens[user]}"}

    def session(self, user: str) -> str:
        """Signs a user in to the wiki and the tracker; returns the ``Cookie`` header, ``JSESSIONID=…``."""
        return str(self.control("POST", "/sessions", {"user": user})["cookie"])

    def verify(
        self,
        *,
        operation: str | None = None,
        method: str | None = None,
        path: str | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        user: str | None = None,
        status: int | str | None = None,
        times: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> Verification:
        """Fails unless the calls were made: at least one, or as ``times``, ``at_least`` and ``at_most`` say.

        An object in ``body`` matches if at least these fields were sent. Raises VerificationError, which is an
        AssertionError and names the nearest calls.
        """
        fields = {name: value for name, value in locals().items() if name != "self" and value is not None}
        result = self.control("POST", "/verify", _wire_fields(fields))
        if not result["ok"]:
            raise VerificationError(result["message"])
        return Verification(
            True, result["count"], result["faulted"], result["message"], result.get("nearest", [])
        )

    def journal(
        self,
        *,
        operation: str | None = None,
        method: str | None = None,
        path: str | None = None,
        user: str | None = None,
        status: int | str | None = None,
        unmatched: bool | None = None,
        faulted: bool | None = None,
        ignored: bool | None = None,
    ) -> list[Exchange]:
        """The exchanges of the world, oldest first. ``status`` may be a class, such as ``"4xx"``."""
        fields = {name: value for name, value in locals().items() if name != "self" and value is not None}
        return [_read_exchange(entry) for entry in self._list("/journal", fields)]

    def har(self) -> Json:
        """The journal as an HTTP Archive, for browser tools and ``reqsim replay``."""
        har: Json = self.control("GET", "/journal", format="har")
        return har

    def report(self) -> Json:
        """What the exchanges of the world exercised, and the assumptions that shaped the responses."""
        report: Json = self.control("GET", "/report")
        return report

    def state(self, table: str, *, region: str = "eu", **filters: Any) -> list[Json]:
        """The records of a table, such as ``state("requirement", spaceKey="ENG")``."""
        return self._list(f"/state/{quote(table, safe='')}", {**filters, "region": region})

    def snapshot(self) -> str:
        """Takes a snapshot and returns its id."""
        return str(self.control("POST", "/snapshots", {})["id"])

    def restore(self, snapshot: str) -> None:
        """Restores a snapshot, including the clock."""
        self.control("POST", f"/snapshots/{quote(snapshot, safe='')}/restore", {})

    def fork(self, name: str | None = None) -> World:
        """Creates a world that begins with the current state of this one."""
        return self.server.world(name, start=self.name)

    def reset(self) -> None:
        """Resets the world to the beginning of the scenario."""
        self.control("POST", "/reset", {})

    def run_timeline(self, to: str | None = None) -> Json:
        """Runs the timeline of the scenario up to a step, or to its end. Raises ReqsimError if a step fails."""
        result: Json = self.control("POST", "/timeline/run", {} if to is None else {"to": to})
        if not result["ok"]:
            failures = [text for step in result["steps"] for text in step.get("failures", [])]
            raise ReqsimError(f"the timeline of {result['scenario']} failed: {'; '.join(map(str, failures))}")
        return result

    def control(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Calls any route of the control API for this world.

        For example ``control("PUT", "/issues/30001", {"status": "Done"})``.
        Returns the parsed JSON, or None if there is none. Raises ControlError for an error.
        """
        return self.server._request(method, f"/_world/{self.name}/_sim{path}", body, query)

    def log(self, limit: int = 40) -> list[str]:
        """The latest exchanges, jobs and edits as lines of text, oldest first. A failed test prints them."""
        page = self.control("GET", "/journal", limit=limit, order="newest")
        past = self.control("GET", "/events/past", limit=1000)["items"]
        exchanges = [_read_exchange(entry) for entry in reversed(page["items"])]
        # Jobs run before anything else at their instant.
        events = [(_read_instant(event["at"]), 0, event) for event in past if event["type"] != "fault"]
        notes: list[tuple[datetime, int, Any]] = [*events, *((each.at, 1, each) for each in exchanges)]
        lines = _note_lines([note for _, _, note in sorted(notes, key=lambda each: each[:2])])
        omitted = page["total"] - len(exchanges) + max(0, len(lines) - limit)
        shown = lines[-limit:] or ["no request reached this world"]
        return shown if omitted == 0 else [f"({omitted} earlier omitted)", *shown]

    def _list(self, path: str, query: Mapping[str, Any] | None = None) -> list[Json]:
        items: list[Json] = []
        while True:
            page = self.control("GET", path, **{**(query or {}), "offset": len(items), "limit": 1000})
            items += page["items"]
            if not page["items"] or len(items) >= page["total"]:
                return items


class Server:
    """A running server, from ``start_server``, ``connect`` or ``open_server``.

    Close it, or use it as a context manager.
    """

    def __init__(
        self,
        url: str,
        *,
        control_token: str | None = None,
        ca_file: str | None = None,
        process: _Process | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self._connection = _Connection(self.url, ca_file)
        self._control_token = control_token
        self._process = process
        #: Tokens that all worlds have, by user.
        self._tokens: dict[str, str] = {}
        self._count = 0
        # Other programs may use a server that this object did not start: their worlds need other names.
        self._run = "" if process is not None else f"{secrets.token_hex(3)}-"
        health = self._health()
        self.version: str = health["version"]
        self.scenario: str = health["scenario"]
        self.seed: str = str(health["seed"])
        _check_version(self.version, self.url)

    def __repr__(self) -> str:
        return f"<reqsim server with {self.scenario!r} at {self.url}>"

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def started_here(self) -> bool:
        """Whether this object started the server, and stops it."""
        return self._process is not None

    def world(self, name: str | None = None, *, start: str = "scenario") -> World:
        """Creates a world from the scenario, or as a fork of another world that ``start`` names."""
        chosen = self._world_name() if name is None else name
        if not _WORLD_NAME.fullmatch(chosen):
            raise ReqsimError(
                f"world {chosen!r}: a name is 1 to 64 letters, digits, '.', '_' or '-', a letter or digit first"
            )
        self._request("POST", "/_sim/worlds", {"name": chosen, "from": start})
        return World(self, chosen)

    def report(self, format: str = "json") -> Any:
        """The report of all worlds, deleted ones too: an object, or text for ``html`` and ``markdown``."""
        return self._request("GET", "/_sim/report", query={"format": format})

    def close(self) -> None:
        """Closes the connection, and stops the server if ``start_server`` started it. A second call does nothing."""
        self._connection.close()
        if self._process is not None:
            self._process.stop()

    def _world_name(self, wanted: str = "world") -> str:
        """A legal name that no other world of this server has."""
        self._count += 1
        end = f"-{self._run}{self._count}"
        start = re.sub(r"[^A-Za-z0-9._-]+", "-", wanted).strip("-._") or "world"
        return start[: _LONGEST_WORLD_NAME - len(end)].rstrip("-._") + end

    def _health(self) -> Json:
        try:
            health = self._request("GET", "/_sim/health")
        except ControlError as error:
            raise StartError(
                f"{self.url} is not a reqsim server: GET /_sim/health returned {error.status}"
            ) from error
        if not isinstance(health, dict) or "version" not in health or "scenario" not in health:
            raise StartError(f"{self.url} is not a reqsim server: GET /_sim/health returned something else")
        return health

    def _request(
        self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None
    ) -> Any:
        headers = {"X-Sim-Control": "1"}
        if self._control_token:
            headers["Authorization"] = f"Bearer {self._control_token}"
        content: bytes | None = None
        if method != "GET":
            headers["Content-Type"] = "application/json"
            content = None if body is None else json.dumps(body).encode()
        wire = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
        target = path if not wire else f"{path}?{urlencode(wire)}"
        try:
            status, kind, data = self._connection.request(method, target, content, headers)
        except (OSError, http.client.HTTPException) as error:
            self._explain(error)
        if status >= 400:
            raise ControlError(_message_of(data, f"{method} {target} returned {status}"), status)
        if not data:
            return None
        return json.loads(data) if "json" in kind else data.decode()

    def _explain(self, error: Exception) -> Any:
        if self._process is not None:
            ended = self._process.ended()
            if ended is not None:
                raise ReqsimError(f"the server at {self.url} ended {ended}") from error
        reason = str(error) or type(error).__name__
        hint = "start one with `reqsim serve --port 4010`, or unset REQSIM_URL so that tests start their own"
        raise StartError(f"no server responds at {self.url} ({reason}): {hint}") from error


def open_server(
    scenario: Scenario | None = None, *, clock: str | None = None, seed: str | int | None = None
) -> Server:
    """Connects to the server at ``REQSIM_URL``, or starts one if the variable is not set.

    Raises StartError if the running server has another scenario or seed.
    """
    url = os.environ.get("REQSIM_URL", "")
    if url == "":
        return start_server("demo" if scenario is None else scenario, clock=clock, seed=seed)
    server = connect(url)
    # `reqsim exec` sets this variable.
    server._tokens.update(json.loads(os.environ.get("REQSIM_TOKENS") or "{}"))
    if scenario is not None and _name_of(scenario) != server.scenario:
        raise StartError(
            f"the server at REQSIM_URL has the scenario {server.scenario!r}, not {_shown_scenario(scenario)}: start "
            "it with this scenario, as reqsim exec FILE -- python3 -m pytest does, or unset REQSIM_URL so that tests "
            "start their own"
        )
    if seed is not None and str(seed) != server.seed:
        raise StartError(
            f"the server at REQSIM_URL has the seed {server.seed!r}, not {str(seed)!r}: start it with --seed"
        )
    return server


def connect(url: str, *, control_token: str | None = None, ca_file: str | None = None) -> Server:
    """Connects to a running server. Defaults are in ``REQSIM_CONTROL_TOKEN`` and ``REQSIM_CA_FILE``."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise StartError(f"REQSIM_URL: {url!r} is not an address such as http://127.0.0.1:4010")
    path = re.sub(r"/_world/[^/]*/?$", "", parts.path).rstrip("/")
    root = f"{parts.scheme}://{parts.netloc}{path}"
    return Server(
        root,
        control_token=control_token or os.environ.get("REQSIM_CONTROL_TOKEN"),
        ca_file=ca_file or _authority_file(),
    )


def start_server(
    scenario: Scenario = "demo",
    *,
    clock: str | None = None,
    seed: str | int | None = None,
    command: str | Sequence[str] | None = None,
    flags: Sequence[str] = (),
    tls_ca: str | os.PathLike[str] | None = None,
    timeout: float = 30.0,
) -> Server:
    """Starts a server on a free port of this machine; it ends with ``close``, or else with this process.

    ``clock`` is ``auto``, ``manual``, ``live``, ``live:60x`` or ``scenario`` for that of the scenario; auto if
    neither it nor ``REQSIM_CLOCK`` is given. ``command`` overrides ``REQSIM_COMMAND``, ``flags`` are further flags
    of ``reqsim serve``, and ``timeout`` is in seconds. With ``tls_ca``, the server uses HTTPS and writes the
    authority of its certificate to this file, for your clients to trust.
    """
    line = _command_line(command)
    arguments = ["--host", "127.0.0.1", "--port", "0", "--stop-with-stdin", *flags]
    if clock is None and os.environ.get("REQSIM_CLOCK", "") == "":
        # A client that polls gets its result without waiting.
        clock = "auto"
    if os.environ.get("REQSIM_MUTANT"):
        # reqsim mutate runs the tests: the server makes a mistake.
        arguments += ["--mutant", os.environ["REQSIM_MUTANT"]]
    if clock is not None and clock != "scenario":
        arguments += ["--clock", clock]
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if tls_ca is not None:
        arguments += ["--tls", "--tls-ca", os.fspath(tls_ca)]
    with _scenario_argument(scenario) as argument:
        process = _Process([*line, "serve", argument, *arguments])
        try:
            url = process.wait_for_url(timeout)
            return Server(
                url,
                control_token=os.environ.get("REQSIM_CONTROL_TOKEN"),
                ca_file=_authority_file() if tls_ca is None else os.fspath(tls_ca),
                process=process,
            )
        except BaseException:
            process.stop()
            raise


def _authority_file() -> str | None:
    """The file with the authority that clients trust, or the one that ``reqsim serve`` writes."""
    return os.environ.get("REQSIM_CA_FILE") or os.environ.get("REQSIM_TLS_CA")


@contextmanager
def _scenario_argument(scenario: Scenario) -> Iterator[str]:
    """The scenario as an argument of the command; an object is in a file until the server has read it."""
    if not isinstance(scenario, Mapping):
        yield os.fspath(scenario)
        return
    with tempfile.TemporaryDirectory(prefix="reqsim-") as folder:
        # YAML contains JSON.
        file = Path(folder) / "scenario.yaml"
        file.write_text(json.dumps({"name": "inline", **scenario}), encoding="utf-8")
        yield str(file)


class _Process:
    """The process of a server, and the end of its output."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._lines: deque[str] = deque(maxlen=40)
        self._url: str | None = None
        self._changed = threading.Condition()
        group: Json = {"start_new_session": True}
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **group
            )
        except OSError as error:
            raise StartError(f"cannot run {command[0]!r}: {error.strerror or error}; {_GET_IT}") from error
        self._readers = [
            threading.Thread(target=self._read, args=(stream,), daemon=True)
            for stream in (self._process.stdout, self._process.stderr)
        ]
        for reader in self._readers:
            reader.start()
        atexit.register(self.stop)

    def _read(self, stream: Any) -> None:
        for raw in stream:
            line = raw.decode("utf-8", "replace").rstrip()
            found = _ANNOUNCEMENT.match(line)
            with self._changed:
                self._lines.append(line)
                if found and self._url is None:
                    self._url = found.group(1)
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()

    def wait_for_url(self, timeout: float) -> str:
        until = time.monotonic() + timeout
        with self._changed:
            while self._url is None and self._process.poll() is None and time.monotonic() < until:
                # The streams may close a moment before the process has ended.
                self._changed.wait(0.05)
            if self._url is not None:
                return self._url
        ended = self.ended()
        if ended is None:
            self._process.kill()
            self._process.wait()
            ended = f"was stopped, because it did not listen within {timeout:g} s{self._output()}"
        else:
            ended = f"ended {ended}"
        raise StartError(f"the server did not start: `{shlex.join(self._command)}` {ended}")

    def ended(self) -> str | None:
        """The exit code and the last output of the process; None if it runs."""
        try:
            # A connection breaks a moment before the process has ended.
            code = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return None
        for reader in self._readers:
            reader.join(1)
        return f"with exit code {code}{self._output()}"

    def _output(self) -> str:
        with self._changed:
            return "".join(f"\n  {line}" for line in self._lines)

    def stop(self) -> None:
        atexit.unregister(self.stop)
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass
        for end in (None, self._process.terminate, self._process.kill):
            if end is not None:
                end()
            try:
                self._process.wait(3)
                break
            except subprocess.TimeoutExpired:
                continue
        for reader in self._readers:
            reader.join(1)
        for stream in (self._process.stdout, self._process.stderr):
            # A program that the server's command left behind may still hold the other end.
            if stream is not None and not any(reader.is_alive() for reader in self._readers):
                stream.close()


class _Connection:
    """One kept connection to a server, for any number of threads. No proxy is used."""

    #: The server closes connections that are idle for 30 s.
    _IDLE = 20.0

    def __init__(self, url: str, ca_file: str | None) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or "127.0.0.1"
        self._port = parts.port
        self._path = parts.path
        self._tls: ssl.SSLContext | None = None
        if parts.scheme == "https":
            self._tls = ssl.create_default_context(cafile=ca_file or None)
        self._lock = threading.Lock()
        self._kept: http.client.HTTPConnection | None = None
        self._used = 0.0
        self._pid = os.getpid()

    def request(
        self, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, str, bytes]:
        with self._lock:
            connection = self._open()
            try:
                connection.request(method, self._path + target, body, dict(headers))
                response = connection.getresponse()
                data = response.read()
            except BaseException:
                self._drop()
                raise
            self._used = time.monotonic()
            return response.status, response.headers.get("Content-Type", ""), data

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _open(self) -> http.client.HTTPConnection:
        if self._pid != os.getpid():
            # A forked process must not use the connection of its parent.
            self._kept, self._pid = None, os.getpid()
        if self._kept is not None and time.monotonic() - self._used > self._IDLE:
            self._drop()
        if self._kept is None:
            if self._tls is None:
                self._kept = http.client.HTTPConnection(self._host, self._port, timeout=60)
            else:
                self._kept = http.client.HTTPSConnection(
                    self._host, self._port, timeout=60, context=self._tls
                )
            self._kept.connect()
            self._kept.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._kept

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _command_line(command: str | Sequence[str] | None) -> list[str]:
    """The command of the simulator, its program found on the path."""
    named = command or os.environ.get("REQSIM_COMMAND") or "reqsim"
    if not isinstance(named, str):
        words = list(named)
    elif os.path.isfile(named):
        words = [named]
    else:
        words = shlex.split(named, posix=os.name != "nt")
    program = shutil.which(words[0])
    if program is not None:
        return [program, *words[1:]]
    where = "REQSIM_COMMAND: " if os.environ.get("REQSIM_COMMAND") and not command else ""
    if os.path.isfile(words[0]):
        raise StartError(f"{where}{words[0]!r} is not executable: chmod +x {shlex.quote(words[0])}")
    raise StartError(f"{where}there is no command {words[0]!r}: {_GET_IT}")


def _check_version(version: str, url: str) -> None:
    theirs, ours = ([int(part) for part in re.findall(r"\d+", text)[:2]] for text in (version, __version__))
    if theirs[:1] == ours[:1] and theirs >= ours:
        return
    raise StartError(
        f"this reqsim.py is of version {__version__}, and the server at {url} of {version}: copy the reqsim.py of "
        f"the server's version over {__file__}, or update the server"
    )


def _message_of(data: bytes, otherwise: str) -> str:
    try:
        return str(json.loads(data)["message"])
    except (ValueError, KeyError, TypeError):
        return otherwise


def _name_of(scenario: Scenario) -> str | None:
    """The name of a ready scenario, or that of the scenario in a file; None for an object."""
    if isinstance(scenario, Mapping):
        return None
    file = Path(scenario)
    if not file.is_file():
        return os.fspath(scenario)
    named = _SCENARIO_NAME.search(file.read_text(encoding="utf-8"))
    return named.group(1) if named else file.stem


def _shown_scenario(scenario: Scenario) -> str:
    return "an object" if isinstance(scenario, Mapping) else repr(os.fspath(scenario))


def _wire_fields(fields: Mapping[str, Any]) -> Json:
    """Fields by their wire names: ``messageOperation`` for ``message_operation``, ``from`` for ``from_``."""
    return {
        re.sub(r"_(\w)", lambda found: found.group(1).upper(), name.rstrip("_")): _wire(value)
        for name, value in fields.items()
    }


def _wire(value: Any) -> Any:
    if isinstance(value, timedelta):
        return _duration_text(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ReqsimError(f"{value!r} has no zone: write datetime(…, tzinfo=timezone.utc)")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value


def _query_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(_wire(value))


def _duration_text(value: Duration) -> str:
    return value if isinstance(value, str) else f"{value // timedelta(milliseconds=1)}ms"


def _clock_fields(mode: str) -> Json:
    name, _, speed = mode.partition(":")
    if speed == "":
        return {"mode": name}
    try:
        return {"mode": name, "speed": float(speed.rstrip("x"))}
    except ValueError:
        raise ReqsimError(f"clock {mode!r}: write manual, auto, live, or live:60x for a speed") from None


def _read_instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _instant_text(instant: datetime) -> str:
    return str(_wire(instant))


def _cut(text: str, length: int = 300) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


def _read_exchange(entry: Json) -> Exchange:
    request, response = entry["request"], entry["answer"]
    return Exchange(
        id=int(entry["id"]),
        at=datetime.fromtimestamp(0, timezone.utc) + timedelta(milliseconds=entry["at"]),
        user=entry.get("user"),
        operation=entry.get("operation"),
        method=request["method"],
        url=request["url"],
        request_headers=request["headers"],
        request_body=request.get("body"),
        status=response["status"],
        response_headers=response["headers"],
        response_body=str(response.get("body", "")),
        fault=entry.get("fault"),
        entry=entry,
    )


def _note_lines(notes: Sequence[Exchange | Json]) -> list[str]:
    """Exchanges and events as text. Jobs that differ only in their instant are one entry."""
    lines: list[str] = []
    latest: Any = None
    repeats = 0
    for note in notes:
        same = _job_of(note)
        if same is not None and same == latest and isinstance(note, dict):
            repeats += 1
            lines[-1] = f"{lines[-1].split(' (and ')[0]} (and {repeats} more like it, until {note['at']})"
            continue
        latest, repeats = same, 0
        lines.append(note.describe() if isinstance(note, Exchange) else _event_text(note))
    return lines


def _job_of(note: Exchange | Json) -> tuple[str, str] | None:
    if isinstance(note, Exchange) or note["type"] != "job":
        return None
    return note["data"]["kind"], note["data"].get("outcome", "")


def _event_text(event: Json) -> str:
    data = event["data"]
    if event["type"] == "job":
        failed = ", failed" if data.get("failed") else ""
        outcome = f": {_cut(data['outcome'])}" if "outcome" in data else ""
        return f"{event['at']} job {data['id']}, {data['kind']}{failed}{outcome}"
    what = " ".join(str(data[name]) for name in ("by", "path", "status") if name in data)
    return f"{event['at']} world {data['change']}: {what}"


# The pytest plugin. pytest imports this file; without pytest it is a plain client.
if "pytest" in sys.modules:
    import pytest

    _MARKS = ("scenario", "seed", "clock", "now", "until", "faults", "world")
    _ENDINGS = (".json", ".html", ".md")
    _THRESHOLDS = (
        "max-assumptions",
        "min-exercised",
        "max-unknown-fields",
        "max-unmatched",
        "max-rate-limited",
        "forbid",
    )

    def pytest_addoption(parser: pytest.Parser) -> None:
        group = parser.getgroup("reqsim", "the reqsim simulator")
        group.addoption(
            "--reqsim-scenario", metavar="NAME", help="a ready scenario or a scenario file (default: demo)"
        )
        group.addoption(
            "--reqsim-clock", metavar="MODE", help="auto (default), manual, live, live:60x or scenario"
        )
        group.addoption("--reqsim-seed", metavar="TEXT", help="a seed that overrides that of the scenario")
        group.addoption(
            "--reqsim-report",
            metavar="FILE",
            action="append",
            help="write the report of all worlds: .json, .html or .md; repeatable",
        )
        group.addoption(
            "--reqsim-threshold",
            metavar="NAME=VALUE",
            action="append",
            help=f"fail the run over a threshold of the report; repeatable: {', '.join(_THRESHOLDS)}",
        )
        parser.addini("reqsim_scenario", "as --reqsim-scenario")
        parser.addini("reqsim_clock", "as --reqsim-clock")
        parser.addini("reqsim_seed", "as --reqsim-seed")
        parser.addini("reqsim_thresholds", "as --reqsim-threshold, one a line", type="linelist")

    def pytest_configure(config: pytest.Config) -> None:
        config.addinivalue_line(
            "markers", f"reqsim({', '.join(f'{name}=…' for name in _MARKS)}): the world of the reqsim fixture"
        )
        config.pluginmanager.register(_Run(config), "reqsim-run")

    @pytest.fixture(scope="session", name="reqsim_server")
    def _server_fixture(request: pytest.FixtureRequest) -> Server:
        """The server of this run, or of this worker of pytest-xdist, for worlds of other scopes."""
        try:
            return _run_of(request.config).server({})
        except ReqsimError as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None

    @pytest.fixture(name="reqsim")
    def _world_fixture(request: pytest.FixtureRequest) -> Generator[World, None, None]:
        """A world of its own for each test, removed afterwards."""
        try:
            run = _run_of(request.config)
            world = run.world(request.node)
        except ReqsimError as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None
        try:
            yield world
        finally:
            if not run.keeps_world_of(request.node):
                world.close()

    def _run_of(config: pytest.Config) -> _Run:
        run = config.pluginmanager.get_plugin("reqsim-run")
        assert isinstance(run, _Run)
        return run

    class _Run:
        """The servers of a run of pytest, or of one worker of pytest-xdist, and the reports of all of them."""

        def __init__(self, config: pytest.Config) -> None:
            self._config = config
            self._servers: dict[str, Server] = {}
            #: Why a server could not be started.
            self._failed: dict[str, str] = {}
            #: The reports of all servers, as JSON.
            self._parts: list[str] = []
            self._summary: list[str] = []
            #: The tests that failed, by their ids.
            self._failed_tests: set[str] = set()
            self._exceeded = False
            self._environment: dict[str, str | None] = {}
            self._worker = os.environ.get("PYTEST_XDIST_WORKER", "")
            self._is_worker = hasattr(config, "workerinput")
            self._files: list[str] = config.getoption("reqsim_report") or []
            self._thresholds: list[str] = [
                *config.getini("reqsim_thresholds"),
                *(config.getoption("reqsim_threshold") or []),
            ]
            for file in self._files:
                if os.path.splitext(file)[1].lower() not in _ENDINGS:
                    raise pytest.UsageError(f"--reqsim-report {file}: a report is a .json, .html or .md file")
            for text in self._thresholds:
                name, equals, _ = text.partition("=")
                if name not in _THRESHOLDS or not equals:
                    raise pytest.UsageError(
                        f"--reqsim-threshold {text}: write NAME=VALUE, such as max-unmatched=0; "
                        f"the names are {', '.join(_THRESHOLDS)}"
                    )

        def server(self, marked: Mapping[str, Any], folder: Path | None = None) -> Server:
            """The server with the scenario and seed of a mark, or of the options; started on first use."""
            scenario = marked.get("scenario", self._option("scenario"))
            seed = marked.get("seed", self._option("seed"))
            if isinstance(scenario, (str, os.PathLike)):
                # A file beside the test, or below the root of the project.
                places = [place / scenario for place in (folder, self._config.rootpath) if place is not None]
                scenario = next((str(place) for place in places if place.is_file()), scenario)
            key = json.dumps([scenario, seed], sort_keys=True, default=str)
            if key in self._failed:
                # Each further test would wait for the same.
                raise StartError(self._failed[key])
            if key not in self._servers:
                self._bypass_proxies()
                try:
                    self._servers[key] = open_server(scenario, clock=self._option("clock"), seed=seed)
                except ReqsimError as error:
                    self._failed[key] = str(error)
                    raise
            return self._servers[key]

        def world(self, item: pytest.Item) -> World:
            """The world that the marks of a test describe."""
            marked: dict[str, Any] = {}
            for mark in reversed(list(item.iter_markers("reqsim"))):
                marked.update(_mark_arguments(mark))
            server = self.server(marked, item.path.parent)
            worker = f"{self._worker}-" if self._worker else ""
            world = server.world(marked.get("world", server._world_name(worker + item.name)))
            try:
                # A server that was started here has the clock of the options.
                clock = marked.get("clock", None if server.started_here else self._option("clock"))
                if clock is not None and clock != "scenario":
                    world.clock.set_mode(clock)
                if "until" in marked:
                    world.run_timeline(marked["until"])
                if "now" in marked:
                    world.clock.advance_to(marked["now"])
                for fault in marked.get("faults", ()):
                    world.faults.add(**fault)
            except BaseException:
                world.close()
                raise
            return world

        def keeps_world_of(self, item: pytest.Item) -> bool:
            """Whether `reqsim exec --traces` writes the trace of the world in the end; it writes at most 20."""
            wanted = os.environ.get("REQSIM_KEEP_FAILED", "") != ""
            return wanted and item.nodeid in self._failed_tests and len(self._failed_tests) <= 20

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, None]:
            """Adds the exchanges of its worlds to a test that failed."""
            outcome = yield
            report = outcome.get_result()
            if not report.failed:
                return
            self._failed_tests.add(item.nodeid)
            for world in getattr(item, "funcargs", {}).values():
                if isinstance(world, World) and not world._closed:
                    report.sections.append((f"reqsim world {world.name}", _log_of(world)))

        @pytest.hookimpl(optionalhook=True)
        def pytest_testnodedown(self, node: Any, error: Any) -> None:
            """Adds the reports of a worker of pytest-xdist."""
            output = getattr(node, "workeroutput", None)
            if output is None:
                self._summary.append(f"the report lacks {node.gateway.id}, which has crashed")
            else:
                self._parts += output.get("reqsim_parts", [])

        @pytest.hookimpl(trylast=True)
        def pytest_sessionfinish(self, session: pytest.Session) -> None:
            if self._files or self._thresholds:
                self._collect()
            for server in self._servers.values():
                server.close()
            if self._is_worker:
                output: dict[str, Any] = vars(self._config)["workeroutput"]
                output["reqsim_parts"] = self._parts
            elif not self._config.getoption("collectonly", False):
                self._conclude()
                if self._exceeded and session.exitstatus == 0:
                    session.exitstatus = pytest.ExitCode.TESTS_FAILED

        def pytest_terminal_summary(self, terminalreporter: Any) -> None:
            if self._summary:
                terminalreporter.section("reqsim", red=self._exceeded)
                for line in self._summary:
                    terminalreporter.write_line(line)

        def pytest_unconfigure(self) -> None:
            for server in self._servers.values():
                server.close()
            for name, value in self._environment.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value

        def _option(self, name: str) -> str | None:
            value: str | None = self._config.getoption(f"reqsim_{name}") or self._config.getini(
                f"reqsim_{name}"
            )
            return value or None

        def _bypass_proxies(self) -> None:
            """Makes clients that read `http_proxy`, such as requests and urllib, call this machine without a proxy."""
            if self._environment:
                return
            for name in ("NO_PROXY", "no_proxy"):
                self._environment[name] = os.environ.get(name)
            known = [value for value in self._environment.values() if value]
            for name in self._environment:
                os.environ[name] = ",".join(dict.fromkeys([*known, "127.0.0.1", "localhost"]))

        def _collect(self) -> None:
            """Reads the reports of the servers. Only the main process reads that of a server which workers share."""
            if self._is_worker and os.environ.get("REQSIM_URL"):
                return
            if not self._servers and not self._is_worker and os.environ.get("REQSIM_URL"):
                self.server({})
            for server in self._servers.values():
                try:
                    self._parts.append(json.dumps(server.report()))
                except ReqsimError as error:
                    self._fail(f"a report is missing: {error}")

        def _conclude(self) -> None:
            """Merges the reports with `reqsim report`, which writes the files and checks the thresholds."""
            if not self._files and not self._thresholds:
                return
            if not self._parts:
                self._summary.append("no test used the simulator: there is no report")
                self._exceeded = self._exceeded or bool(self._thresholds)
                return
            flags = [argument for file in self._files for argument in ("--report", file)]
            for text in self._thresholds:
                name, _, value = text.partition("=")
                flags += [f"--{name}", value]
            # Without a file to write, the command prints a report.
            with tempfile.TemporaryDirectory(prefix="reqsim-") as folder:
                for number, part in enumerate(self._parts):
                    Path(folder, f"{number}.json").write_text(part, encoding="utf-8")
                files = [str(Path(folder, f"{number}.json")) for number in range(len(self._parts))]
                try:
                    done = subprocess.run(
                        [*_command_line(None), "report", *files, *flags],
                        stdin=subprocess.DEVNULL,
                        capture_output=True,
                    )
                except (OSError, ReqsimError) as error:
                    self._fail(f"no report was written: {error}")
                    return
            self._summary += [f"report: {file}" for file in self._files if done.returncode in (0, 1)]
            if done.returncode != 0:
                self._fail(done.stderr.decode("utf-8", "replace").strip())

        def _fail(self, message: str) -> None:
            self._exceeded = True
            self._summary.append(message)

    def _mark_arguments(mark: pytest.Mark) -> Mapping[str, Any]:
        """The arguments of a mark. Fails with the nearest name."""
        if mark.args:
            raise ReqsimError(f"@pytest.mark.reqsim takes names, such as scenario={mark.args[0]!r}")
        for name in mark.kwargs:
            if name not in _MARKS:
                near = difflib.get_close_matches(name, _MARKS, 1)
                hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(_MARKS)}"
                raise ReqsimError(f"@pytest.mark.reqsim has no argument {name!r}: {hint}")
        return mark.kwargs

    def _log_of(world: World) -> str:
        try:
            return "\n".join(world.log())
        except ReqsimError as error:
            return str(error)
