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


def use_atlassian_calls():
    """The requests that atlassian-python-api sends for get, put and post; the package itself is not here."""
    from urllib.parse import urlencode

    import requests

    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {TOKEN}"
    usual = {"Content-Type": "application/json", "Accept": "application/json"}

    def call(method, base, path, query=None, value=None, headers=usual, **more):
        address = base.strip("/") + "/" + path.strip("/") + ("?" + urlencode(query) if query else "")
        body = {"data": json.dumps(value)} if value else {}
        return session.request(method, address, headers=headers, timeout=75, **body, **more)

    requirement = "rest/reqs/1/requirement2/ENG/REQ-001"
    query = {"applicationId": 101, "projectContainerId": 1001, "limit": 2}
    listed = call("GET", API, "requirements", {**query, "sort": ["status,asc", "key,desc"]})
    joined = call("GET", API, "requirements", {**query, "sort": "status,asc,key,desc"})
    upload = call(
        "POST",
        API,
        "external-properties/import",
        {"applicationId": 101, "projectContainerId": 1001},
        headers={"X-Atlassian-Token": "no-check"},
        files={"file": ("weights.csv", "Key,Weight\nREQ-001,12\n", "text/csv")},
    )
    limit = {"status": 429, "times": 1}
    requests.post(
        os.environ["REQSIM_URL"] + "/_sim/faults", json=limit, headers={"X-Sim-Control": "1"}
    ).raise_for_status()
    limited = call("GET", WIKI, requirement)
    return {
        "read": call("GET", WIKI, requirement).json()["key"],
        "write": call("PUT", WIKI, requirement, value={"htmlExcerpt": "The drone waits."}).status_code,
        "list": [listed.status_code, listed.json()["message"]],
        "joined": [item["key"] for item in joined.json()["items"]],
        "upload": upload.status_code,
        "limited": [limited.status_code, limited.reason],
        "own": call("GET", WIKI, "rest/api/latest/content").status_code,
    }


PROGRAMS = {
    "requests": use_requests,
    "jira": use_jira,
    "requests, with the calls of atlassian-python-api": use_atlassian_calls,
}

print(json.dumps(PROGRAMS[sys.argv[1]]()))
