# shellcheck shell=bash
# resume.bash - a run that is started again takes over the steps that it had finished when it was broken off, if it is the
# same run: lines "what: value" say what it is. For scripts that have `fail`.

checksum() {
    cat -- "$@" | sha256sum | cut -c 1-16
}

# Steps of another machine are other measurements.
this_machine() {
    echo "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(nproc) CPUs, $(uname -r)"
}

# hold FOLDER: until the end, so that two runs do not make each other's steps; also by what a killed run has left running
hold() {
    local lock
    exec {lock}<"$1" || fail "cannot read $1"
    flock -n "$lock" || fail "$1: another run, or what is left of one that was killed, is measuring there; wait for its end"
}

# differences FILE FACTS: of what kind the lines of FACTS are that FILE has not
differences() {
    grep -vxF -f "$1" <<<"$2" | sed 's/: .*//' | paste -sd , | sed 's/,/, /g'
}

# same_run FILE FACTS ANEW: is what FILE tells of the run that FACTS are of? Stops if it is of another one; ANEW is what
# to type then to begin anew.
same_run() {
    local different
    [ -s "$1" ] || return 1
    different=$(differences "$1" "$2")
    [ -z "$different" ] || fail "a run that was broken off has left its steps, and this one differs in: $different; to begin anew: $3"
}
