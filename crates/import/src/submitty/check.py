"""Whether a program printed what a validation of Submitty asks for.

Arguments: the paths of the input, the output and the expected output, and an object in JSON:

    output   the name of the output for the tools
    tools    text tools that run one after the other: their words, and the names of their input and output
    actual   the name of the file that is judged
    same     it is compared with the expected output: whitespace, any_order, tolerance, allows_more
    holds    one of these texts is found in it
    integer  it is a number for which this comparison with another one holds
    empty    whether it is empty
    custom   a program of the package judges it: its words, the folder that it starts in, and what it reads in custom_validator_input.json
    inverted what is asked for is wrong
"""

import difflib
import json
import operator
import os
import re
import shutil
import subprocess
import sys
import tempfile

LONGEST = 5000
COMPARISONS = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "lt": operator.lt,
    "ge": operator.ge,
    "le": operator.le,
}
ask = json.loads(sys.argv[4])


def answer(share, reason):
    if "inverted" in ask:
        share, reason = 1 - share, "This is found, and it must not be."
    reason = " ".join(str(reason).split())
    if share >= 0.9999:
        sys.exit(0)
    if share > 0.0001:
        print(f"{share:.6f} {reason}")
        sys.exit(3)
    print(reason)
    sys.exit(1)


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read().replace("\r\n", "\n")


def run_tools(folder):
    for tool in ask.get("tools", []):
        given = open(os.path.join(folder, tool["input"]), "rb") if "input" in tool else subprocess.DEVNULL
        with open(os.path.join(folder, tool["output"]), "wb") as made:
            subprocess.run(tool["words"], cwd=folder, stdin=given, stdout=made, stderr=subprocess.DEVNULL)


def lines(text, manner):
    if manner["whitespace"] == "tokens":
        return text.split()
    all_lines = [line.rstrip() for line in text.split("\n")]
    while all_lines and not all_lines[-1]:
        all_lines.pop()
    if manner["whitespace"] == "collapse":
        return [" ".join(line.split()) for line in all_lines]
    return all_lines


def number(word):
    try:
        return float(word)
    except ValueError:
        return None


def is_near(one, other, tolerance):
    if one == other:
        return True
    pairs = list(zip(re.split(r"(\s+)", one), re.split(r"(\s+)", other)))
    if not tolerance or len(re.split(r"(\s+)", one)) != len(re.split(r"(\s+)", other)):
        return False
    for left, right in pairs:
        numbers = number(left), number(right)
        if left != right and (None in numbers or abs(numbers[0] - numbers[1]) > tolerance):
            return False
    return True


def compare(found, wanted, manner):
    found, wanted = lines(found, manner), lines(wanted, manner)
    if manner.get("any_order"):
        found, wanted = sorted(found), sorted(wanted)
    tolerance = manner.get("tolerance", 0)
    if len(found) == len(wanted) and all(map(is_near, found, wanted, [tolerance] * len(wanted))):
        answer(1, "")
    if not wanted or max(len(found), len(wanted)) > LONGEST:
        answer(0, "The output differs from what is expected.")
    blocks = difflib.SequenceMatcher(None, found, wanted, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    most = len(wanted) if manner.get("allows_more") else max(len(found), len(wanted))
    first = next((line for line in wanted if line not in found), wanted[-1])
    answer(right / most, f"This is expected and not printed: {first[:60]!r}" if right < len(wanted) else "Too much is printed.")


def judge_by_program(folder, name):
    custom = ask["custom"]
    place = os.path.join(folder, "validation")
    os.makedirs(os.path.join(place, "test"))
    for part in os.listdir(custom["folder"]):
        shutil.copyfile(os.path.join(custom["folder"], part), os.path.join(place, part))
    shutil.copyfile(os.path.join(folder, name), os.path.join(place, "test", name))
    with open(os.path.join(place, "custom_validator_input.json"), "w") as file:
        json.dump({**custom["input"], "testcase_prefix": "test/", "username": "student"}, file)
    ran = subprocess.run(custom["words"], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    results = os.path.join(place, "validation_results.json")
    try:
        result = json.loads(read(results) if os.path.exists(results) else ran.stdout)
    except ValueError:
        sys.exit(f"the validator did not return a result: {ran.stderr[-200:]}")
    if result.get("status") != "success":
        sys.exit(f"the validator failed: {result.get('message')}")
    message = result["data"].get("message", "")
    if isinstance(message, list):
        message = "; ".join(str(one.get("message")) for one in message)
    answer(min(1.0, max(0.0, float(result["data"]["score"]))), message or "The validator is not content.")


with tempfile.TemporaryDirectory() as folder:
    shutil.copyfile(sys.argv[2], os.path.join(folder, ask["output"]))
    run_tools(folder)
    path = os.path.join(folder, ask["actual"])
    found = read(path) if os.path.exists(path) else ""
    if "same" in ask:
        compare(found, read(sys.argv[3]), ask["same"])
    if "holds" in ask:
        answer(any(word in found for word in ask["holds"]), f"This is not found: {ask['holds'][0]!r}")
    if "empty" in ask:
        answer((not found) == ask["empty"], "It must be empty." if ask["empty"] else "Nothing is printed.")
    if "integer" in ask:
        comparison, term = ask["integer"]
        value = re.match(r"\s*([+-]?\d{1,18})", found)
        is_right = bool(value) and COMPARISONS[comparison](int(value[1]), term)
        answer(is_right, f"The number {value[1] if value else 'is missing and'} is not {comparison} {term}.")
    judge_by_program(folder, ask["actual"])
