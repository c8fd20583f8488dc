"""Whether a program printed what check50 expects of it: the texts of the third file, one after the other.

Each line there is an object: {"find": PATTERN} is a regular expression of Python, {"text": TEXT} stands there as it is, and
{"end": true} is the end of all that is printed.
"""

import json
import re
import sys


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read().replace("\r\n", "\n")


_, printed, expected = sys.argv[1:]
rest = read(printed)
for line in filter(None, read(expected).split("\n")):
    wanted = json.loads(line)
    if "end" in wanted:
        if rest:
            print(f"More is printed than is expected: {rest[:60]!r}")
            sys.exit(1)
        continue
    pattern = wanted["find"] if "find" in wanted else re.escape(wanted["text"])
    found = re.search(pattern, rest, re.DOTALL)
    if not found:
        print(f"This is not printed where it is expected: {wanted.get('shown', pattern)!r}")
        sys.exit(1)
    rest = rest[found.end() :]
