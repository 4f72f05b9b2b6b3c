#!/bin/sh
# Installs the program `korrel` of a release, without root:
#
#   curl --proto '=https' --tlsv1.2 -fsSL https://github.com/korrel/korrel/releases/latest/download/install.sh | sh
#
# It chooses the archive for this machine, compares its SHA-256 with the release's, and unpacks it. A URL of https is asked for over
# TLS 1.2 or newer, and never leads to one without it.
#
#   KORREL_VERSION    which release: 0.1.0; without it, the newest
#   KORREL_BIN        where the program goes; without it, ~/.local/bin
#   KORREL_SHARE      where completions and manual pages go; without it, `share` beside KORREL_BIN
#   KORREL_RELEASES   where releases are: a folder's URL (https, http or file) with download/vVERSION/ and, for the newest,
#                     latest/download/VERSION; without it, GitHub's
#
# The path of the installed program is the only line on standard output. Exit code 1: nothing was installed.
set -eu

releases=${KORREL_RELEASES:-https://github.com/korrel/korrel/releases}

fail() {
    echo "install.sh: error: $*" >&2
    exit 1
}

# The target of this machine. Programs for Linux are static: any C library will do.
target() {
    case $(uname -s)-$(uname -m) in
        Linux-x86_64) echo x86_64-unknown-linux-musl ;;
        Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
        Darwin-arm64) echo aarch64-apple-darwin ;;
        Darwin-x86_64) echo x86_64-apple-darwin ;;
        MINGW*-x86_64 | MSYS*-x86_64) echo x86_64-pc-windows-gnu ;;
        *) fail "there is no release of korrel for $(uname -s) $(uname -m); build it with: cargo install --locked korrel" ;;
    esac
}

# What curl must keep to where releases are at https; a mirror in one's own network may have http.
case $releases in
    https://*) safe='--proto =https --tlsv1.2' ;;
    *) safe= ;;
esac

# fetch URL FILE
fetch() {
    case $1 in
        file://*) cp "${1#file://}" "$2" || fail "cannot read $1" ;;
        *)
            # shellcheck disable=SC2086  # words, or nothing
            if command -v curl >/dev/null; then
                curl $safe -fsSL --retry 3 -o "$2" "$1" || fail "cannot fetch $1"
            elif command -v wget >/dev/null; then
                wget -q -O "$2" "$1" || fail "cannot fetch $1"
            else
                fail "curl or wget is needed"
            fi
            ;;
    esac
}

# sum FILE: its SHA-256.
sum() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1" | cut -d ' ' -f 1
    else
        fail "sha256sum or shasum is needed; nothing is installed unchecked"
    fi
}

# The text of a script that breaks off on its way is not run: all that it does stands in this function.
main() {
    target=$(target)
    bin=${KORREL_BIN:-${HOME:?}/.local/bin}
    share=${KORREL_SHARE:-$(dirname "$bin")/share}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM

    case ${KORREL_VERSION:-} in
        "") from=$releases/latest/download ;;
        *) from=$releases/download/v${KORREL_VERSION#v} ;;
    esac
    case $target in
        *windows*) ending=zip program=korrel.exe ;;
        *) ending=tar.gz program=korrel ;;
    esac
    fetch "$from/SHA256SUMS" "$work/SHA256SUMS"
    line=$(grep -E "^[0-9a-f]{64} [ *]korrel-[0-9][^ ]*-$target\.$ending\$" "$work/SHA256SUMS") ||
        fail "$from/SHA256SUMS names no archive for $target"
    expected=${line%% *}
    archive=${line##*[ *]}
    name=${archive%".$ending"}
    fetch "$from/$archive" "$work/$archive"
    found=$(sum "$work/$archive")
    [ "$found" = "$expected" ] || fail "$archive has the SHA-256 $found, and the release says $expected; nothing is installed"

    case $target in
        *windows*) unzip -qo "$work/$archive" -d "$work" ;;
        *) tar -C "$work" -xzf "$work/$archive" ;;
    esac
    "$work/$name/$program" --version >/dev/null || fail "the program of $archive does not run on this machine; nothing is installed"

    mkdir -p "$bin"
    # A program that is running cannot be written to, but its name can be given to another one.
    cp "$work/$name/$program" "$bin/.$program.new"
    mv -f "$bin/.$program.new" "$bin/$program"
    case $target in
        *windows*) ;;
        *)
            mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/fish/vendor_completions.d" "$share/zsh/site-functions"
            cp "$work/$name/man/"*.1 "$share/man/man1"
            cp "$work/$name/completions/korrel.bash" "$share/bash-completion/completions/korrel"
            cp "$work/$name/completions/korrel.fish" "$share/fish/vendor_completions.d/korrel.fish"
            cp "$work/$name/completions/korrel.zsh" "$share/zsh/site-functions/_korrel"
            ;;
    esac
    echo "$bin/$program"
    echo "$("$bin/$program" --version) is installed" >&2
    case :$PATH: in
        *":$bin:"*) ;;
        *) echo "It is not on your PATH yet. Add this line to your shell's profile: export PATH=\"$bin:\$PATH\"" >&2 ;;
    esac
}

main
