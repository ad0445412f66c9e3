"""As retries.mjs, for Python: `retries.py NAME [fast]`."""

import json
import os
import sys
import time

URL = os.environ["REQSIM_API_URL"] + "/applications/101"
HEADERS = {"Authorization": "Bearer tok-alice"}


def urllib3_call(fast):
    import urllib3

    settings = {"respect_retry_after_header": False} if fast else {}
    retry = urllib3.Retry(total=2, status_forcelist=[429], raise_on_status=False, **settings)
    pool = urllib3.PoolManager(retries=retry)
    return lambda: pool.request("GET", URL, headers=HEADERS).status


def tenacity_call(fast):
    import requests
    import tenacity

    def read():
        response = requests.get(URL, headers=HEADERS)
        response.raise_for_status()
        return response.status_code

    settings = {"sleep": lambda seconds: None} if fast else {}
    retrying = tenacity.Retrying(
        stop=tenacity.stop_after_attempt(3), wait=tenacity.wait_exponential(), reraise=True, **settings
    )

    def call():
        try:
            return retrying(read)
        except requests.HTTPError as error:
            return error.response.status_code

    return call


CALLS = {"urllib3": urllib3_call, "tenacity": tenacity_call}
call = CALLS[sys.argv[1]](sys.argv[2:] == ["fast"])
print("ready", flush=True)
for _ in sys.stdin:
    start = time.monotonic()
    status = call()
    print(json.dumps({"status": status, "seconds": time.monotonic() - start}), flush=True)
