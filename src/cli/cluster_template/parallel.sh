#!/bin/sh
# Grades a class in pieces with GNU parallel, on this machine or on several over ssh. Printed by `grader cluster-template parallel`.
#
# 1. Put this file into the course's folder. With other machines, all must see that folder under the same path, have the same grader
#    and the same compiler, and let you in with `ssh NAME` without a password.
# 2. Change the lines below, and run `sh grade.sh`. If something was lost, run it again: what is graded already is not graded again.

# Into how many pieces the class is cut: about four for each machine, so that a slow piece does not keep all others waiting.
pieces=8
# The machines, with commas between; `:` is this one. Such as: machines=:,alpha,beta
machines=:
# The folder with what was handed in, and where the reports are to be.
submissions=submissions
out=reports

# Pieces of an earlier run are gone on with: what has not changed is not graded again.
for piece in pieces/*-of-"$pieces"; do
    if [ -d "$piece" ] && [ ! -e "$piece.part" ]; then
        mv "$piece" "$piece.part"
    fi
done

# One piece at a time on each machine: a grader uses all processors by itself. A piece whose machine was lost is tried once more.
# A grader that ends with 3 could not grade a submission: its piece is there all the same, and the merge names the submission.
parallel --sshlogin "$machines" --workdir . --jobs 1 --retries 2 --joblog grader.joblog \
    "grader run '$submissions' --partition {}/$pieces --out pieces/{}-of-$pieces --resume --quiet || [ -d pieces/{}-of-$pieces ]" \
    ::: $(seq "$pieces")

# Says what is missing, if anything is, and ends with 3 then.
exec grader merge pieces/*-of-"$pieces" --expect "$pieces" --out "$out"
