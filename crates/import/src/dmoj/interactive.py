"""Runs a judge that is written for DMOJ's `InteractiveGrader`: its `interact` reads what a program prints, and writes what it reads.

Arguments: the judge, and the paths of the input, the answer and the folder for a message, and the points of the case.
"""

import runpy
import sys
import types

MAX_NUMBER_DIGITS = 10000
judge, given, expected, folder, points = sys.argv[1:]
points = float(points)


class WrongAnswer(BaseException):
    pass


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed = passed
        self.points = points
        self.feedback = feedback


class Case:
    def __init__(self):
        self.points = int(points) if points.is_integer() else points

    def input_data(self):
        with open(given, "rb") as file:
            return file.read()

    def output_data(self):
        with open(expected, "rb") as file:
            return file.read()


def abbreviate(text):
    text = text.decode("utf-8", "replace")
    return text[:5] + "..." if len(text) > 5 else text


class Interactor:
    def __init__(self):
        self._tokens = None

    def read(self):
        found = sys.stdin.buffer.read()
        if not found:
            raise OSError("child stream closed")
        return found

    def readln(self, strip_newline=True):
        found = sys.stdin.buffer.readline()
        if not found:
            raise OSError("child stream closed")
        return found.rstrip() if strip_newline else found

    def readtoken(self, delim=None):
        if not self._tokens:
            self._tokens = self.readln()
        try:
            found, self._tokens = self._tokens.split(delim, 1)
        except ValueError:
            found, self._tokens = self._tokens, None
        return found

    def _number(self, convert, name, lo, hi, delim):
        token = self.readtoken(delim)
        if len(token) > MAX_NUMBER_DIGITS:
            raise WrongAnswer(f"{name} is too long")
        try:
            found = convert(token)
        except ValueError:
            raise WrongAnswer(f'expected {name}, got "{abbreviate(token)}"')
        if not lo <= found <= hi:
            raise WrongAnswer(f"expected {name} in range [{lo}, {hi}], got {found}")
        return found

    def readint(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self._number(int, "int", lo, hi, delim)

    def readfloat(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self._number(float, "float", lo, hi, delim)

    def write(self, value):
        try:
            sys.stdout.buffer.write(value if isinstance(value, bytes) else str(value).encode())
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise OSError("child stream closed")

    def writeln(self, value):
        self.write((value.decode() if isinstance(value, bytes) else str(value)) + "\n")

    def close(self):
        sys.stdout.buffer.flush()


class InteractiveGrader:
    pass


def finish(share, message):
    with open(folder + "teammessage.txt", "w") as file:
        file.write(f"{share:.6f} {message}" if 0 < share < 1 else message)
    sys.exit(0 if share >= 1 else 3 if share > 0 else 1)


def module(name, **parts):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(parts)


if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(MAX_NUMBER_DIGITS + 1)
for package in ["dmoj", "dmoj.graders", "dmoj.utils"]:
    module(package, __path__=[])
module("dmoj.graders.interactive", InteractiveGrader=InteractiveGrader, Interactor=Interactor, WrongAnswer=WrongAnswer)
module("dmoj.result", CheckerResult=CheckerResult)
module("dmoj.checkers", CheckerOutput=None)
module("dmoj.utils.unicode", utf8text=lambda text: text.decode() if isinstance(text, bytes) else text)
grader = runpy.run_path(judge)["Grader"]()
try:
    result = grader.interact(Case(), Interactor())
except WrongAnswer as wrong:
    finish(0, str(wrong))
except OSError:
    finish(0, "The program ended before the conversation did.")
if isinstance(result, CheckerResult):
    share = result.points / points if result.passed and points else float(bool(result.passed))
    finish(share, " ".join(str(result.feedback or "The conversation is not right.").split()))
finish(float(bool(result)), "The conversation is not right.")
