#!/bin/sh
# Installs a released grader for this user: `sh install.sh`, or `sh install.sh --from URL_OR_FOLDER --to FOLDER`.
# It downloads grader-VERSION-ARCHITECTURE-linux.tar.gz, compares its SHA-256 with the one beside it, and copies the
# program to ~/.local/bin. Nothing else is changed, and nothing is run as root.
set -eu

# Where the release is; `scripts/release` writes it into the copy that belongs to a release.
from="@RELEASE@"
version="@VERSION@"
to="${HOME:-.}/.local/bin"

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || fail "$1 needs a value"
    case "$1" in
        --from) from=$2 ;;
        --to) to=$2 ;;
        --version) version=$2 ;;
        *) fail "unknown option $1; expected --from, --to or --version" ;;
    esac
    shift 2
done
case "$from$version" in
    *@*@*) fail "say where the release is: --from URL_OR_FOLDER --version VERSION" ;;
esac
[ "$(uname -s)" = Linux ] || fail "grader runs on Linux; on Windows use WSL, on macOS a container"

archive="grader-$version-$(uname -m)-linux.tar.gz"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT HUP INT TERM

fetch() {
    case "$from" in
        https://*)
            if command -v curl >/dev/null; then
                curl --fail --silent --show-error --location --proto '=https' --output "$work/$1" "$from/$1"
            elif command -v wget >/dev/null; then
                wget --quiet --https-only --output-document "$work/$1" "$from/$1"
            else
                fail "needs curl or wget"
            fi
            ;;
        *://*) fail "only https is used: $from" ;;
        *) cp "$from/$1" "$work/$1" ;;
    esac || fail "cannot get $from/$1; there may be no release for this kind of machine ($(uname -m))"
}

fetch "$archive"
fetch "$archive.sha256"
(cd "$work" && sha256sum --check --status "$archive.sha256") \
    || fail "$archive is not what was released: its SHA-256 differs; nothing was installed"
tar -xzf "$work/$archive" -C "$work"
mkdir -p "$to"
# In one step, so that a grader that runs is not disturbed.
cp "$work/${archive%.tar.gz}/grader" "$to/.grader.new"
chmod 755 "$to/.grader.new"
mv "$to/.grader.new" "$to/grader"
echo "installed $("$to/grader" --version) as $to/grader"
command -v g++ >/dev/null || echo "g++ is missing: install it, for example with: sudo apt-get install g++"
case ":$PATH:" in
    *":$to:"*) ;;
    *) echo "$to is not in your PATH: add it, or call $to/grader" ;;
esac
