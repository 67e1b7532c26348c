# shellcheck shell=bash
# For the checks of the program from outside. Each prints "ok - SENTENCE" or "not ok - SENTENCE" and what
# differed; scripts/test counts these lines. $NODEFIT is the program.

set -euo pipefail

: "${NODEFIT:?the program to test}"
stdout=$(mktemp)
stderr=$(mktemp)
trap 'rm -f "$stdout" "$stderr"' EXIT

# check SENTENCE STATUS STDOUT STDERR ARGUMENT...: runs nodefit with the arguments. STDOUT and STDERR are
# extended regular expressions of which some line must match; an empty one means no output at all.
check() {
  local sentence=$1 want_status=$2 want_stdout=$3 want_stderr=$4 status=0 problems=
  shift 4
  "$NODEFIT" "$@" >"$stdout" 2>"$stderr" </dev/null || status=$?
  ((status == want_status)) || problems+="  exit status $status, not $want_status"$'\n'
  matches "$stdout" "$want_stdout" || problems+="  stdout isn't \"$want_stdout\": $(<"$stdout")"$'\n'
  matches "$stderr" "$want_stderr" || problems+="  stderr isn't \"$want_stderr\": $(<"$stderr")"$'\n'
  if [[ -z $problems ]]; then
    echo "ok - $sentence"
  else
    printf 'not ok - %s\n%s' "$sentence" "$problems"
  fi
}

# matches FILE PATTERN
matches() {
  if [[ -z $2 ]]; then
    [[ ! -s $1 ]]
  else
    grep -qE -- "$2" "$1"
  fi
}
