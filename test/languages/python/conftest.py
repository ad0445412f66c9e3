import sys
from pathlib import Path

CLIENT = Path(__file__).parents[3] / "clients" / "python"
sys.path.insert(0, str(CLIENT))

pytest_plugins = ["reqsim", "pytester"]
