# What each hunt's `run` begins with: it sources this file, which goes to the project's folder.
# `here` is then the hunt's folder, `korrel` the program: $KORREL, or else one that is built.
#
# Two of its flags are answered here. `run --alone` gives the smallest inputs to the libraries alone, without Korrel.
# `run --mutants [WORD]` shows that the hunt's certificates can fail: it puts each small fault of mutants.txt (that has this
# word) into a library, and runs the hunt. A line there is what the fault is, the arguments of `run`, the file, and the change
# as sed writes it, with tabs between. Where a library has no source here, the fault is in the driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=examples/hunt/$(basename "$(dirname "$0")")

# Sets `python` to one that has the hunt's libraries, in a place of its own.
with_python() {
    local tools=target/hunt/$(basename "$here")
    if ! cmp -s "$here/requirements.txt" "$tools/installed"; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
        cp "$here/requirements.txt" "$tools/installed"
    fi
    export PYTHONPATH=packages/python/src
    python=$tools/bin/python
}

# Puts the hunt's libraries where node looks for them.
with_node() {
    cmp -s "$here/package-lock.json" "$here/node_modules/installed" || npm ci --silent --prefix "$here"
    cp "$here/package-lock.json" "$here/node_modules/installed"
}

# Builds the hunt's programs of Rust; `tools` is where they are.
with_cargo() {
    cargo build --quiet --manifest-path "$here/Cargo.toml" --target-dir "target/hunt/$(basename "$here")/cargo"
    tools=target/hunt/$(basename "$here")/cargo/debug
}

alone() {
    [ ! -f "$here/reproduce.py" ] || { with_python && "$python" "$here/reproduce.py"; }
    [ ! -f "$here/reproduce.mjs" ] || { with_node && node "$here/reproduce.mjs"; }
    [ ! -f "$here/src/bin/reproduce.rs" ] || { with_cargo && "$tools/reproduce"; }
}

mutants() {
    local what arguments path change file= found code failed
    trap '[ -z "$file" ] || mv "$file.whole" "$file"' EXIT
    while IFS=$'\t' read -r what arguments path change; do
        [[ $what == *"${1:-}"* ]] || continue
        found=$(eval "$here/run $arguments") || { echo "$arguments: exit code $?, without a fault, too: $found" && exit 1; }
        file=$(echo $path)
        cp "$file" "$file.whole"
        sed -i "$change" "$file"
        ! cmp -s "$file" "$file.whole" || { echo "$what: changes nothing" && exit 1; }
        code=0
        found=$(eval "$here/run $arguments") || code=$?
        mv "$file.whole" "$file"
        file=
        failed=$(echo "$found" | grep -o '[0-9]* fail$' | paste -sd ' ') || true
        [ -n "$failed" ] || [ $code -eq 0 ] || { echo "$what: exit code $code, and no failure" && exit 1; }
        echo "$what: ${failed:-it lives}"
    done <"$here/mutants.txt"
}

case ${1:-} in
--alone) alone && exit ;;
--mutants) mutants "${2:-}" && exit ;;
esac
korrel=${KORREL:-target/release/korrel}
[ -n "${KORREL:-}" ] || cargo build --quiet --release -p korrel
