"""Asks a checker of DMOJ: the function `check` of a Python file. Our own, started with `python3 -c`.

Arguments: the file, the paths of the input, the output and the answer, and further arguments as NAME=VALUE.
"""

import inspect
import json
import os
import runpy
import sys
import types


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed, self.points = passed, points
        self.feedback, self.extended_feedback = feedback, extended_feedback


def text(value, errors="replace"):
    return value.decode("utf-8", errors) if isinstance(value, bytes) else value


def data(value):
    return value.encode("utf-8") if isinstance(value, str) else value


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    made.__path__ = []
    sys.modules[name] = made


class InternalError(Exception):
    pass


class Result:
    pass


def same_words(process_output, judge_output, **kwargs):
    """DMOJ's own checker: the words of each line that has some."""
    lines = lambda output: [line.split() for line in data(output).splitlines() if line.split()]
    return lines(process_output) == lines(judge_output)


module("dmoj")
module("dmoj.result", CheckerResult=CheckerResult, Result=Result)
module("dmoj.checkers")
module("dmoj.checkers.standard", check=same_words)
sys.modules["dmoj.checkers"].standard = sys.modules["dmoj.checkers.standard"]
module("dmoj.error", InternalError=InternalError)
module("dmoj.utils")
module("dmoj.utils.unicode", utf8text=text, utf8bytes=data)


def value(word):
    try:
        return json.loads(word)
    except ValueError:
        return word


def main():
    name, *paths = sys.argv[1:5]
    given, printed, expected = (open(path, "rb").read() for path in paths)
    more = dict(word.split("=", 1) for word in sys.argv[5:])
    # What the checker prints is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    check = runpy.run_path(name)["check"]
    known = {"judge_input": given, "point_value": 1.0, "submission_source": b""}
    known.update({key: value(word) for key, word in more.items()})
    worth = known["point_value"]
    parameters = inspect.signature(check).parameters
    if not any(one.kind == one.VAR_KEYWORD for one in parameters.values()):
        known = {key: word for key, word in known.items() if key in parameters or key in more}
    result = check(printed, expected, **known)
    if not hasattr(result, "passed"):
        result = CheckerResult(bool(result), worth if result else 0)
    words = " ".join(str(text(result.feedback or "")).split())
    share = float(result.points) / float(worth)
    answers.write(f"{share} {words}\n")
    answers.flush()
    if not result.passed:
        return 43
    return 42 if share >= 1 else 44


sys.exit(main())
