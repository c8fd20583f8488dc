"""Makes the input of a case, and what is right, with the instructor's programs.

The argument is an object in JSON: the folder of the programs and their data, the commands, and the files that hold the input and what is
right afterwards. The input is printed, and what is right goes to standard error.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ask = json.loads(sys.argv[1])


def read(name):
    with open(name, "rb") as file:
        return file.read()


with tempfile.TemporaryDirectory() as folder:
    for name in os.listdir(ask["folder"]):
        shutil.copyfile(os.path.join(ask["folder"], name), os.path.join(folder, name))
    os.chdir(folder)
    for command in ask["commands"]:
        given = open(command["input"], "rb") if "input" in command else subprocess.DEVNULL
        made = subprocess.run(command["words"], stdin=given, stdout=subprocess.PIPE, check=True).stdout
        if "output" in command:
            with open(command["output"], "wb") as file:
                file.write(made)
    sys.stdout.buffer.write(read(ask["input"]) if ask["input"] else b"")
    sys.stderr.buffer.write(read(ask["expected"]) if ask["expected"] else b"")
