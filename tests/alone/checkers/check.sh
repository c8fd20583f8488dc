#!/bin/bash
# Judges with the tools of a shell script: pipes, temporary files, other programs, a file of the course.
set -euo pipefail
cd "$(dirname "$0")"
test "$(wc -l < "$1")" = 2
. words/greeting.sh
temporary=$(mktemp)
trap 'rm "$temporary"' EXIT
tail -n 1 "$2" | grep -o '[0-9]*' | sort > "$temporary"
tail -n 1 "$3" | sed 's/[^0-9]*//' | diff - "$temporary" >&2
diff <(grep -c Sum "$2") <(awk '/Sum/ { found++ } END { print found }' "$2") >&2
words=$(cat <<END
$GREETING from bash
END
)
echo "$words"
