"""Runs a judge that is written for DMOJ's `InteractiveGrader`: its `interact` reads what a program prints, and writes what it reads.

Arguments: the judge, and the paths of the input, the answer and the folder for a message, and the points of the case.
"""

import runpy
import sys
import types

LONGEST_NUMBER = 10000
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


def shown(token):
    text = token.decode(errors="replace")
    return text if len(text) <= 8 else text[:7] + "…"


class Interactor:
    """Reads and writes what `interact` asks for; the rest of a line is kept for the next token."""

    def __init__(self):
        self._rest = b""

    @staticmethod
    def _need(found):
        if found == b"":
            raise OSError("the program has ended")
        return found

    def read(self):
        return self._need(sys.stdin.buffer.read())

    def readln(self, strip_newline=True):
        line = self._need(sys.stdin.buffer.readline())
        return line.rstrip() if strip_newline else line

    def readtoken(self, delim=None):
        line = self._rest or self.readln()
        parts = line.split(delim, 1)
        if len(parts) < 2:
            parts = [line, b""]
        token, self._rest = parts
        return token

    def _number(self, convert, kind, least, most, delim):
        token = self.readtoken(delim)
        if len(token) > LONGEST_NUMBER:
            raise WrongAnswer(f"A number has more than {LONGEST_NUMBER} digits.")
        try:
            number = convert(token)
        except ValueError:
            raise WrongAnswer(f"The program printed {shown(token)} in place of {kind}.") from None
        if least <= number <= most:
            return number
        raise WrongAnswer(f"The program printed {number}, which is not from {least} to {most}.")

    def readint(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self._number(int, "a whole number", lo, hi, delim)

    def readfloat(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self._number(float, "a number", lo, hi, delim)

    def write(self, value):
        out = sys.stdout.buffer
        # A pipe that nobody reads is an error of the system, as is a program that has ended.
        out.write(value if isinstance(value, bytes) else str(value).encode())
        out.flush()

    def writeln(self, value):
        text = value if isinstance(value, bytes) else str(value).encode()
        self.write(text + b"\n")

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
    sys.set_int_max_str_digits(LONGEST_NUMBER + 1)
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
