# The functions that the actions share. This file is sourced by bash, also by version 3.2, which macOS has.

actions=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# fail TEXT: an annotation of the run; flags and inputs that are wrong have exit code 2, as in the program.
fail() {
    echo "::error title=korrel::$*" >&2
    exit 2
}

# unixlike PATH, native PATH: on Windows /c/a and C:\a, elsewhere the same.
unixlike() {
    if command -v cygpath > /dev/null; then cygpath -u "$1"; else printf '%s\n' "$1"; fi
}
native() {
    if command -v cygpath > /dev/null; then cygpath -w "$1"; else printf '%s\n' "$1"; fi
}

# split TEXT: sets `words` to the words of a text. Quotes and line breaks are a shell's; nothing is expanded or run.
split() {
    local text word
    words=()
    [ -n "${1//[[:space:]]/}" ] || return 0
    # The point keeps words that are empty.
    text=$(printf '%s\n' "$1" | xargs -n 1 printf '%s.\n' 2> /dev/null) || fail "a quote is not closed: $1"
    while IFS= read -r word; do words+=("${word%.}"); done <<< "$text"
}

# installed: prints the program of the release KORREL_VERSION, or of the newest. It stands in the runner's folder of
# tools, under its version, and is fetched and compared with the release's SHA256SUMS (install.sh) only once.
installed() {
    local version=${KORREL_VERSION:-} tools new program kept
    version=${version#v}
    tools=$(unixlike "${RUNNER_TOOL_CACHE:-${HOME:?}/.cache}")/korrel
    kept=$tools/$version/$(uname -m)/bin
    if [ -z "$version" ] || [ ! -d "$kept" ]; then
        mkdir -p "$tools"
        new=$(mktemp -d "$tools/new.XXXXXX")
        if ! program=$(PATH=$new/bin:$PATH KORREL_BIN=$new/bin KORREL_VERSION=$version sh "$actions/../install.sh"); then
            rm -rf "$new"
            fail "no program is installed; the log says why"
        fi
        version=$("$program" --version)
        version=${version#korrel }
        kept=$tools/$version/$(uname -m)/bin
        mkdir -p "$tools/$version"
        # The folder has its name only when it is whole.
        if [ -d "$kept" ]; then rm -rf "$new"; else mv "$new" "${kept%/bin}"; fi
    fi
    command -v "$kept/korrel"
}

# program: prints KORREL_PROGRAM, the program of KORREL_VERSION, the `korrel` on the PATH, or the newest release's: the
# first of these that there is. PyPI has another project with a command `korrel`.
program() {
    local there
    if [ -n "${KORREL_PROGRAM:-}" ]; then
        command -v "$KORREL_PROGRAM" || fail "program: there is no $KORREL_PROGRAM"
    elif [ -z "${KORREL_VERSION:-}" ] && there=$(command -v korrel) && "$there" --version 2> /dev/null | grep -q '^korrel [0-9]'; then
        echo "$there"
    else
        installed
    fi
}
