"""Asks a checker that answers as on PEG: two numbers on lines of their own are points and the most of them.

Arguments: the paths of the input, the output and the answer, and before them the words that start the checker.
"""

import subprocess
import sys

command = sys.argv[1:]
asked = subprocess.run(command, stdout=subprocess.PIPE)
if asked.returncode not in (0, 1):
    sys.exit(9)
lines = asked.stdout.decode(errors="replace").split("\n")
for points, most in zip(lines, lines[1:]):
    try:
        share = float(points) / float(most)
    except (ValueError, ZeroDivisionError):
        continue
    if share > 0:
        print(min(share, 1.0))
        sys.exit(3)
sys.exit(asked.returncode)
