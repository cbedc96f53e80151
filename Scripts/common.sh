# shellcheck shell=bash
# What the scripts share. Sourced, never run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# Runs a command as root, if that can be done without asking anybody.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

is_installed() {
    dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

# Prints those of the Debian packages that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        is_installed "$package" || echo "$package"
    done
}

# Installs those of the packages that are missing. False: it could not be done, and was said.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        echo "note: this is not Debian; these packages, or what is like them here, are needed: $*" >&2
        return 0
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "installing ${missing[*]}"
    if as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get -qq update && exec apt-get -qq -y install --no-install-recommends "$@" >/dev/null' sh "${missing[@]}"; then
        return 0
    fi
    echo "these Debian packages are missing and could not be installed: ${missing[*]}" >&2
    echo "install them: apt-get install ${missing[*]}" >&2
    return 1
}

# What a build needs.
need_build_packages() {
    install_packages libssl-dev zlib1g-dev pkg-config || exit 1
    need_swift
}

# Prints what tells swift to build with all traits that want a library of the system's, if these libraries can be had.
optional_traits() {
    install_packages libpsl-dev libidn2-dev >&2 || true
    if pkg-config --exists libpsl libidn2; then
        echo --traits
        echo LibPSL,LibIDN2
    else
        echo "note: libpsl and libidn2 are not there: the traits LibPSL and LibIDN2 stay off" >&2
    fi
}

need_swift() {
    command -v swift >/dev/null || fail "swift is not on the PATH; Swift 6.3 is needed (https://www.swift.org/install/linux)"
}

# Where the toolchain's own programs lie, whatever stands in front of `swift`.
toolchain_folder() {
    local runtime
    runtime=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
    (cd "$runtime/../../bin" && pwd)
}

# Where the shared cases lie, if they are there.
find_shared() {
    if [ -z "${APISERVICE_SHARED:-}" ] && [ -d ../shared/conformance ]; then
        APISERVICE_SHARED=$(cd ../shared && pwd)
        export APISERVICE_SHARED
    fi
    if [ -z "${APISERVICE_SHARED:-}" ]; then
        echo "note: APISERVICE_SHARED is not set and ../shared is not there: shared cases are skipped"
        return 1
    fi
}

# A Python environment of the scripts' own, with the packages named (name==version): prints its folder.
python_environment() {
    local folder=$root/.build/python
    if [ ! -x "$folder/bin/pip" ]; then
        install_packages python3 python3-venv >&2 || return 1
        python3 -m venv "$folder" >&2 || return 1
    fi
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@" >&2 || return 1
    echo "$folder"
}

# Tests that keep a core busy for long, by their names; they are run apart from the others.
# shellcheck disable=SC2034  # for those who source this
long_tests='models come out the same, and so do errors|holds very many entries without mixing them up'
long_tests+='|ends with the right answer or an error, and leaves nothing behind|holds for generated documents'
long_tests+='|come out right but for those that a standard forbids'
