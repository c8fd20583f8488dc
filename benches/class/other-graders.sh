#!/usr/bin/env bash
# The same class with another grader, as its manual says: every case of every program, two seconds on the clock for each.
#
#   other-graders.sh CLASS WORK JOBS check50|bapctools
set -euo pipefail
export CLASS=$1 WORK=$2
jobs=$3 grader=$4

# A package of checks: one compiles, and each case is one that depends on it.
write_checks() {
    local assignment=$1 package=$WORK/$1 input name
    mkdir -p "$package"
    printf 'check50:\n  files:\n    - !exclude "*"\n    - !require "program.cpp"\n' >"$package/.cs50.yml"
    {
        echo 'import check50'
        printf '\n\n@check50.check()\ndef compiles():\n    """compiles"""\n'
        echo '    check50.run("g++ -std=c++17 -Wall -Wextra -Wno-unknown-pragmas -o program program.cpp").exit(0, timeout=60)'
        for input in "$CLASS/loop/$assignment"/*.in; do
            name=$(basename "$input" .in)
            printf '\n\n@check50.check(compiles)\ndef case_%s():\n    """%s"""\n' "${name//[^a-z0-9]/_}" "$name"
            printf '    asked, said = open("%s").read(), open("%s").read()\n' "$input" "${input%.in}.out"
            echo '    check50.run("./program").stdin(asked, prompt=False).stdout(said, regex=False, timeout=2).exit(timeout=2)'
        done
    } >"$package/__init__.py"
}

check_one() {
    local source=$1 assignment student folder
    student=$(basename "$(dirname "$source")")
    assignment=$(basename "$(dirname "$(dirname "$source")")")
    folder=$WORK/students/$assignment/$student
    mkdir -p "$folder"
    cp "$source" "$folder/program.cpp"
    (cd "$folder" && check50 --local --offline --dev "$WORK/$assignment" --output json --output-file report.json >log 2>&1) || true
    [ -s "$folder/report.json" ]
}
export -f check_one

# A problem package, in which each student is a submission.
write_problem() {
    local assignment=$1 problem=$WORK/$1 source
    mkdir -p "$problem/data/secret" "$problem/submissions/accepted" "$problem/statement"
    printf 'problem_format_version: 2025-09\ntype: pass-fail\nname: %s\nlicense: unknown\nuuid: 00000000-0000-4000-8000-000000000000\nlimits:\n  time_limit: 1.0\n' \
        "$assignment" >"$problem/problem.yaml"
    printf '\\problemname{%s}\n' "$assignment" >"$problem/statement/problem.en.tex"
    for source in "$CLASS/loop/$assignment"/*.in; do
        cp "$source" "$problem/data/secret/"
        cp "${source%.in}.out" "$problem/data/secret/$(basename "$source" .in).ans"
    done
    for source in "$CLASS/submissions/$assignment"/*/*.cpp; do
        cp "$source" "$problem/submissions/accepted/$(basename "$(dirname "$source")").cpp"
    done
}

for folder in "$CLASS/loop"/*/; do
    assignment=$(basename "$folder")
    case "$grader" in
        check50) write_checks "$assignment" ;;
        bapctools)
            write_problem "$assignment"
            bt run --problem "$WORK/$assignment" --no-generate --no-bar --all --all --force-build --timeout 2 --jobs "$jobs" \
                >"$WORK/$assignment.log" 2>&1 || true
            grep -q student- "$WORK/$assignment.log"
            ;;
    esac
done
if [ "$grader" = check50 ]; then
    find "$CLASS/submissions" -name '*.cpp' -print0 | sort -z | xargs -0 -P "$jobs" -I{} bash -c 'check_one "$1"' check_one {}
fi
