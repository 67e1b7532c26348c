#!/usr/bin/env bash
# What every invocation keeps to: results on stdout, talk on stderr, 2 for "could not run".

. "$(dirname "$0")/lib.sh"

check "version names the program and its version" 0 '^nodefit [0-9]+\.[0-9]+\.[0-9]+$' '' version
check "version names the commit" 0 '^commit ([0-9a-f]+(-dirty)?|unknown)$' '' version
check "version names the compiler" 0 '^compiler [A-Za-z]+ ' '' version
check "--help prints the usage on stdout" 0 '^Usage: nodefit \[OPTIONS\] \[SUBCOMMAND\]$' '' --help
check "-h is --help" 0 '^Usage: nodefit \[OPTIONS\] \[SUBCOMMAND\]$' '' -h
check "--help names the commands" 0 '^  explain +Show what nodefit would change' '' --help
check "a command's help has examples" 0 '^Examples:$' '' explain --help
check "a command's help groups its options" 0 '^Cluster:$' '' explain --help
check "no argument prints the help on stderr" 2 "" "^Usage: nodefit"
check "an unknown command is quoted" 2 '' 'frobnicate' frobnicate
check "an unknown option is quoted" 2 '' 'frobnicate' --frobnicate
check "an argument too many is quoted" 2 '' 'now' version now
