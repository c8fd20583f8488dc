"""Asks a checker that answers as DMOJ's helpers `testlib`, `coci` and `peg` have it.

Arguments: the kind, the words that start the checker, the paths of the input, the output and the answer, and the points of the case as
`point_value=POINTS`. On DMOJ, testlib's `points` are of these, `partial 1/4` is a share, and PEG prints two numbers on lines of their own.
"""

import re
import subprocess
import sys

kind, *command, value = sys.argv[1:]
value = float(value.removeprefix("point_value="))


def give(share, reason):
    if not 0 <= share <= 1:
        sys.exit(9)
    print(f"{share:.6f} {reason}" if 0 < share < 1 else reason)
    sys.exit(0 if share == 1 else 3 if share > 0 else 1)


asked = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
said = asked.stderr.decode(errors="replace")
reason = next((line.strip() for line in said.split("\n") if line.strip()), "")
if kind == "peg":
    lines = asked.stdout.decode(errors="replace").split("\n")
    for points, most in zip(lines, lines[1:]):
        try:
            share = float(points) / float(most)
        except (ValueError, ZeroDivisionError):
            continue
        if share > 0 and asked.returncode in (0, 1):
            give(min(share, 1.0), "")
elif asked.returncode == 7:
    pattern = r"^partial (\d+)/0*([1-9]\d*)$" if kind == "coci" else r"^points (\d+)$"
    found = re.search(pattern, said, re.MULTILINE)
    if not found:
        sys.exit(9)
    give(int(found[1]) / (int(found[2]) if kind == "coci" else value), reason)
elif asked.returncode == 2:
    give(0, reason or "Presentation Error")
if asked.returncode not in (0, 1):
    sys.exit(9)
give(1 - asked.returncode, reason)
