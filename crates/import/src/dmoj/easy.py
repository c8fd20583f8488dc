"""Compares how often each character occurs that is no white space, in any case and order, as the checker `easy` of DMOJ does."""

import collections
import sys


def letters(path):
    with open(path, "rb") as file:
        return collections.Counter(b"".join(file.read().lower().split()))


sys.exit(0 if letters(sys.argv[2]) == letters(sys.argv[3]) else 1)
