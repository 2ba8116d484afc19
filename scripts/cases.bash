# shellcheck shell=bash
# cases.bash - what is measured: files of cases, and the instruction sets that this machine runs. For scripts that have
# `fail` (revisions.bash).

# read_cases FILE TO WHAT [FORM]: its cases without comments, a line each: a name, then WHAT (and more, if FORM, an extended
# regular expression, says so)
read_cases() {
    [ -r "$1" ] || fail "$1: not there or not readable"
    grep -v '^[[:space:]]*\(#\|$\)' "$1" >"$2"
    [ -s "$2" ] || fail "$1: no case in it"
    local wrong
    wrong=$(awk -v form="${4:-.}" '
        { rest = $0; sub(/^[[:space:]]*[^[:space:]]+[[:space:]]*/, "", rest) }
        $1 !~ "^[A-Za-z0-9./_+-]+$" || rest !~ form || $1 in seen { print $1; exit }
        { seen[$1] }' "$2")
    [ -z "$wrong" ] || fail "$1: case $wrong: a name of letters, digits and ./_+- that is there once, then $3"
}

has_flags() {
    local flag
    for flag in "$@"; do grep -qw "$flag" /proc/cpuinfo 2>/dev/null || return 1; done
}

# runs ISA: does this CPU have it?
runs() {
    case $1 in
    scalar) return 0 ;;
    avx2) has_flags avx2 bmi2 ;;
    avx512) has_flags avx512f avx512bw avx512dq avx512vl avx512cd ;;
    *) return 1 ;;
    esac
}
