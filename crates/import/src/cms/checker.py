"""Asks a comparator of CMS: the first line that it prints is the share, and the first on standard error says why.

Arguments: the words that start the comparator, and the paths of the input, the output and the answer.
"""

import subprocess
import sys

*command, given, printed, expected = sys.argv[1:]
asked = subprocess.run(command + [given, expected, printed], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
first = lambda text: next(iter(text.decode(errors="replace").splitlines()), "").strip()
try:
    share = float(first(asked.stdout))
except ValueError:
    share = -1.0
if asked.returncode != 0 or not 0 <= share <= 1:
    sys.exit(9)
message = first(asked.stderr)
if message.startswith("translate:"):
    message = {"success": "", "partial": "partly correct", "wrong": "not correct"}.get(message[10:], "")
if share == 1:
    sys.exit(0)
if share == 0:
    print(message or "The output is not correct.")
    sys.exit(1)
print(share, message)
sys.exit(3)
