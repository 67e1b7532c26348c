# shellcheck shell=bash
# What the scripts share. Source it first: it sets the shell's options and these variables.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034  # read by the scripts
cache=${XDG_CACHE_HOME:-~/.cache}/nodefit # outside the checkout, shared by all checkouts

# usage: the comment at the top of the calling script is its help.
usage() {
  awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
}

# die MESSAGE...: could not run.
die() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# unknown_argument ARGUMENT
unknown_argument() {
  die "unknown argument \"$1\"; see --help"
}

# missing_packages GROUP...: those of scripts/debian-packages.txt that aren't installed, a line each.
missing_packages() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' "$root/scripts/debian-packages.txt"
  done | sort -u | while read -r package; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      echo "$package"
  done
}

# need_packages GROUP...: root installs what is missing, anyone else is told how.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "not Debian: packages aren't checked, see scripts/debian-packages.txt" >&2
    return
  fi
  local missing
  missing=$(missing_packages "$@" | paste -sd ' ')
  [[ -n $missing ]] || return 0
  if ((EUID != 0)); then
    die "missing packages; install them with: sudo apt-get install $missing"
  fi
  echo "installing $missing" >&2
  local log
  log=$(mktemp)
  # shellcheck disable=SC2086  # one word a package
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    tail -n 30 "$log" >&2
    die "could not install $missing"
  fi
  rm -f "$log"
}

# build_preset PRESET [TARGET...]: configures and builds. Scripts may run side by side: one builds a
# preset at a time.
build_preset() {
  local preset=$1 quiet=()
  shift
  [[ -t 1 ]] || quiet=(-- --quiet) # no progress in logs
  mkdir -p "$root/build"
  (
    cd "$root"
    flock 9
    cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 9>&- || {
      cat "build/$preset.configure.log"
      return 1
    }
    cmake --build --preset "$preset" -j "$(nproc)" ${1:+--target "$@"} "${quiet[@]}" 9>&-
  ) 9>"$root/build/$preset.lock"
}

# fuzz_targets: the names of tests/fuzz/NAME_fuzz.cpp.
fuzz_targets() {
  local file
  for file in "$root"/tests/fuzz/*_fuzz.cpp; do
    basename "$file" _fuzz.cpp
  done
}
