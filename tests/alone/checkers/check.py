"""Judges with what Python brings along: modules, temporary folders, other programs, a file of the course."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

given, printed, expected = (Path(name).read_text() for name in sys.argv[1:])
greeting = json.loads(Path("words/greeting.json").read_text())
with tempfile.TemporaryDirectory() as folder:
    copy = Path(folder) / "copy"
    copy.write_text(printed)
    found = subprocess.run(["grep", "-o", "Sum.*", str(copy)], capture_output=True, text=True, check=True)
if sum(map(int, given.split())) != int(re.search(r"\d+", found.stdout).group()):
    print("the sum is wrong")
    sys.exit(1)
print(greeting, "from Python")
