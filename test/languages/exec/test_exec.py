import os
import ssl
import urllib.request

import pytest


def test_the_world_is_one_of_the_server_of_exec(reqsim):
    assert reqsim.server.url == os.environ["REQSIM_URL"]
    assert reqsim.url == os.environ["REQSIM_WORLD_PREFIX"] + reqsim.name
    assert reqsim.tokens["alice"] == os.environ["REQSIM_TOKEN_ALICE"]
    context = ssl.create_default_context(cafile=os.environ.get("REQSIM_CA_FILE"))
    request = urllib.request.Request(f"{reqsim.api_url}/applications/101", headers=reqsim.headers("alice"))
    with urllib.request.urlopen(request, context=context, timeout=10) as response:
        assert response.status == 200
    reqsim.verify(operation="standalone.application.read", user="alice", times=1)


@pytest.mark.reqsim(scenario="own.yaml")
def test_the_file_of_exec_is_the_scenario_of_the_server(reqsim):
    assert reqsim.server.scenario == "own name"
