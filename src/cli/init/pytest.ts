/** The files that `reqsim init --runner pytest` writes into the folder of the tests. */
import { SCENARIO_FILE } from './files.ts'

/** The client and plugin, as the package has it. */
export const CLIENT_FILE = 'reqsim.py'
export const CLIENT_SOURCE = `clients/python/${CLIENT_FILE}`

export const CONFTEST_FILE = 'conftest.py'
export const CONFTEST = `pytest_plugins = ["reqsim"]
`

export const PYTEST_FILE = 'test_first.py'
export const PYTEST_TEST = `import json
import urllib.error
import urllib.request

import pytest
from reqsim import World

# reqsim exec -- python3 -m pytest runs all tests with one server of this scenario.
pytestmark = pytest.mark.reqsim(scenario="${SCENARIO_FILE}", clock="manual")


def call(world: World, user: str, path: str = "", change: object = None):
    """Calls the wiki as your client does; returns the status, the headers and the body."""
    url = f"{world.wiki_url}/rest/reqs/1/requirement2/DOC{path}"
    headers = {**world.headers(user), "Content-Type": "application/json"}
    data = None if change is None else json.dumps(change).encode()
    request = urllib.request.Request(url, data, headers, method="GET" if data is None else "PUT")
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


def test_the_space_doc_has_the_requirements_of_the_scenario(reqsim: World):
    _, _, body = call(reqsim, "alice")
    assert [requirement["key"] for requirement in body["results"]] == ["DOC-1", "DOC-2"]


def test_only_users_with_edit_permission_change_it(reqsim: World):
    change = {"htmlExcerpt": "The manual shall be short."}
    assert call(reqsim, "bob", "/DOC-1", change)[0] == 403
    assert call(reqsim, "alice", "/DOC-1", change)[0] == 200
    assert call(reqsim, "bob", "/DOC-1")[2]["htmlExcerpt"] == "The manual shall be short."


def test_the_rate_limit_resets_after_a_minute_of_virtual_time(reqsim: World):
    def left() -> str:
        return call(reqsim, "bob")[1]["X-Rate-Limit-Remaining"]

    at_first = left()
    assert left() != at_first
    reqsim.clock.advance("1m")
    assert left() == at_first
`
