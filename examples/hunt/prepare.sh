# What each hunt's `run` begins with: it sources this file, which goes to the project's folder.
# `here` is then the hunt's folder, `korrel` the program: $KORREL, or else one that is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=examples/hunt/$(basename "$(dirname "$0")")
korrel=${KORREL:-target/release/korrel}
[ -n "${KORREL:-}" ] || cargo build --quiet --release -p korrel

# Sets `python` to one that has the hunt's libraries, in a place of its own: those of requirements.txt, or of the
# arguments, as in `with_python boltons==16.0.0`; the place is called after the first.
with_python() {
    local tools=target/hunt/$(basename "$here") wanted
    wanted=${*:-$(cat "$here/requirements.txt")}
    [ $# -eq 0 ] || tools=$tools/${1/==/-}
    if [ "$wanted" != "$(cat "$tools/installed" 2>/dev/null)" ]; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check $wanted
        echo "$wanted" >"$tools/installed"
    fi
    export PYTHONPATH=packages/python/src
    python=$tools/bin/python
}

# Puts the hunt's libraries where node looks for them.
with_node() {
    cmp -s "$here/package-lock.json" "$here/node_modules/installed" || npm ci --silent --prefix "$here"
    cp "$here/package-lock.json" "$here/node_modules/installed"
}

# Builds the hunt's driver of Rust into a folder; `mutants` sets `PATCH`, another source for a library.
with_cargo() {
    local tools=$1
    shift
    cargo build --quiet --manifest-path "$here/Cargo.toml" --target-dir "$tools" ${PATCH:+--config "$PATCH"} "$@"
}
