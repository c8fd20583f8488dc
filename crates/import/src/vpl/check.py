"""Whether a program printed what a test of VPL expects.

Arguments: the paths of the input, the output and the expected output, the message for a wrong output (which may be empty), and further
expected outputs, one of which is enough. The form of each says how it is compared: "text" exactly, /expression/ as a POSIX regular
expression, numbers alone as numbers, anything else as words at the end of the output.
"""

import re
import sys

INTEGER = re.compile(rb"[+-]?\d+\Z")
FLOAT = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")
CLASSES = {
    b"alpha": rb"a-zA-Z",
    b"digit": rb"0-9",
    b"alnum": rb"a-zA-Z0-9",
    b"upper": rb"A-Z",
    b"lower": rb"a-z",
    b"space": rb" \t\n\r\f\v",
    b"blank": rb" \t",
    b"punct": rb"!-/:-@\[-`{-~",
    b"xdigit": rb"0-9A-Fa-f",
    b"print": rb" -~",
    b"graph": rb"!-~",
    b"cntrl": rb"\x00-\x1f\x7f",
}


def read(path):
    with open(path, "rb") as file:
        return file.read().replace(b"\r\n", b"\n")


def number(word):
    if INTEGER.match(word):
        return int(word)
    return float(word) if FLOAT.match(word) else None


def numbers(text):
    words = re.findall(rb"[0-9+\-.][0-9+\-.eE]*", text)
    found = (number(word) for word in words)
    return [one for one in found if one is not None]


def are_near(wanted, found):
    if isinstance(wanted, int):
        return isinstance(found, int) and wanted == found
    if wanted == 0:
        return abs(found) < 0.0001
    return abs((wanted - found) / wanted) < 0.0001


def unescape(text):
    known = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"\\": b"\\"}
    return re.sub(rb"\\(.)", lambda found: known.get(found[1], found[0]), text, flags=re.DOTALL)


def to_python(expression, by_lines):
    """A POSIX expression for Python: names of classes, and an end that is no line break."""
    parts = []
    at = 0
    in_class = False
    while at < len(expression):
        named = re.match(rb"\[:([a-z]+):\]", expression[at:])
        one = expression[at : at + 1]
        if in_class and named and named[1] in CLASSES:
            parts.append(CLASSES[named[1]])
            at += named.end()
            continue
        if one == b"\\" and not in_class:
            parts.append(expression[at : at + 2])
            at += 2
            continue
        if one == b"[" and not in_class:
            in_class = True
            start = re.match(rb"\[\^?\]?", expression[at:])[0]
            parts.append(start.replace(b"]", rb"\]"))
            at += len(start)
            continue
        if one == b"]" and in_class:
            in_class = False
        if one == b"\\" or one == b"[" and in_class:
            one = b"\\" + one
        if one == b"$" and not in_class and not by_lines:
            one = rb"\Z"
        parts.append(one)
        at += 1
    return b"".join(parts)


def matches(wanted, printed):
    clean = wanted.strip()
    if len(clean) > 1 and clean.startswith((b'"', b'*"')) and clean.endswith(b'"'):
        is_end = clean.startswith(b"*")
        text = clean[2 if is_end else 1 : -1]
        if not text.endswith(b"\n") and printed.endswith(b"\n") and printed != text:
            printed = printed[:-1]
        return printed.endswith(text) if is_end else printed == text
    if len(clean) > 2 and clean.startswith(b"/") and b"/" in clean[1:]:
        expression, _, flags = unescape(clean)[1:].rpartition(b"/")
        by_lines = b"m" in flags
        mode = re.MULTILINE if by_lines else re.DOTALL
        if b"i" in flags:
            mode |= re.IGNORECASE
        return re.search(to_python(expression, by_lines), printed, mode) is not None
    if all(number(word) is not None for word in re.split(rb"[\s*]+", clean) if word):
        expected, found = numbers(wanted), numbers(printed)
        if clean.startswith(b"*"):
            found = found[max(0, len(found) - len(expected)) :]
        return len(expected) == len(found) and all(map(are_near, expected, found))
    words = lambda text: re.findall(rb"[0-9a-z\x80-\xff]+", text.lower())
    expected, found = words(wanted), words(printed)
    return len(expected) <= len(found) and found[len(found) - len(expected) :] == expected


_, printed, expected, message, *others = sys.argv[1:]
output = read(printed)
alternatives = [read(expected)] + [other.encode("utf-8", "surrogateescape") for other in others]
if not any(matches(wanted, output) for wanted in alternatives):
    print(message or "The output is not what is expected.")
    sys.exit(1)
