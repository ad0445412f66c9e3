"""Clients of Python against a server, by name: prints JSON. The addresses are in the environment."""

import json
import os
import sys

API = os.environ["REQSIM_API_URL"]
WIKI = os.environ["REQSIM_WIKI_URL"]
TRACKER = os.environ["REQSIM_TRACKER_URL"]
TOKEN = "tok-alice"


def links_of(links):
    return [f"{link['relationship']} {link['key']}" for link in links]


def use_requests():
    import requests

    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {TOKEN}"
    query = {"applicationId": 101, "projectContainerId": 1001, "limit": 2}
    found = session.get(f"{API}/requirements", params={**query, "sort": ["status,asc", "key,desc"]})
    flags = session.get(f"{API}/requirements", params={**query, "external": True})
    upload = session.post(
        f"{API}/external-properties/import",
        params={"applicationId": 101},
        data={"projectContainerId": "1001"},
        files={"file": ("weights.csv", "Key,Weight\nREQ-001,12\n", "text/csv")},
    )
    return {
        "read": session.get(f"{WIKI}/rest/reqs/1/requirement2/ENG/REQ-001").json()["key"],
        "arrays": [item["key"] for item in found.json()["items"]],
        "boolean": flags.request.url.split("&")[-1],
        "refusal": session.get(f"{WIKI}/rest/reqs/1/requirement2/ENG/NOPE").status_code,
        "upload": upload.status_code,
    }


def use_jira():
    import requests
    from jira import JIRA, JIRAError

    def connect(**settings):
        return JIRA(TRACKER, token_auth=TOKEN, max_retries=0, **settings)

    def outcome(call):
        try:
            return call()
        except JIRAError as error:
            return [type(error).__name__, error.status_code]
        except KeyError as error:
            return [type(error).__name__, error.args[0]]

    options = {"rest_path": "reqs", "rest_api_version": "1"}
    client = connect(options=options, get_server_info=False)
    retrying = JIRA(TRACKER, options=options, token_auth=TOKEN, get_server_info=False, max_retries=1)
    read = lambda jira: links_of(jira._get_json("issuelinks/DRN-1"))
    fault = {"status": 429, "times": 1}
    requests.post(
        os.environ["REQSIM_URL"] + "/_sim/faults", json=fault, headers={"X-Sim-Control": "1"}
    ).raise_for_status()
    limited = outcome(lambda: read(retrying))
    return {
        "withServerInfo": outcome(lambda: connect() and "connected"),
        "links": read(client),
        "limited": limited,
        "missing": outcome(lambda: client._get_json("issuelinks/DRN-999")),
    }


print(json.dumps({"requests": use_requests, "jira": use_jira}[sys.argv[1]]()))
