#!/usr/bin/env bash
# The loop that an instructor would write: compile each program, run it on each input, compare what it printed.
#
#   xargs-loop.sh CLASS WORK JOBS [build]     with `build`, programs are compiled and linked, and no more
set -euo pipefail
export CLASS=$1 WORK=$2 ONLY=${4:-}
jobs=$3

one() {
    local source=$1 student assignment folder right=0 all=0 input name
    student=$(basename "$(dirname "$source")")
    assignment=$(basename "$(dirname "$(dirname "$source")")")
    folder=$WORK/$assignment/$student
    mkdir -p "$folder"
    if ! g++ -std=c++17 -Wall -Wextra -Wno-unknown-pragmas -o "$folder/program" "$source" 2> "$folder/log"; then
        echo "$assignment $student: does not compile"
        return
    fi
    [ "$ONLY" = build ] && return
    for input in "$CLASS/loop/$assignment"/*.in; do
        name=$(basename "$input" .in)
        (ulimit -t 1; exec timeout 5 "$folder/program") < "$input" 2> /dev/null | head -c 1M > "$folder/$name.out" || true
        all=$((all + 1))
        if diff -qbB "$CLASS/loop/$assignment/$name.out" "$folder/$name.out" > /dev/null; then
            right=$((right + 1))
        fi
    done
    echo "$assignment $student: $right of $all"
}
export -f one

find "$CLASS/submissions" -name '*.cpp' -print0 | sort -z |
    xargs -0 -P "$jobs" -I{} bash -c 'one "$1"' one {} > "$WORK/grades"
