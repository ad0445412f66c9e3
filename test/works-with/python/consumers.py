"""What programs of Python make of files that the simulator wrote: `consumers.py NAME FILE` prints JSON."""

import json
import sys


def use_junitparser(path):
    from junitparser import JUnitXml

    suites = JUnitXml.fromfile(path)
    return {"tests": suites.tests, "failures": suites.failures, "time": [suite.time for suite in suites]}


print(json.dumps({"junitparser": use_junitparser}[sys.argv[1]](sys.argv[2])))
