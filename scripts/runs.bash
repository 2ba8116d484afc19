#!/usr/bin/env bash
# Steps of a run that leaves CSV files: shown with what is left, one file a step, whole or not there. Sourced by sweep and
# study, which set before: here (the folder of scripts), program (its name in messages), ringmark (the command), latest (the
# folder), parts (rows so far), files (names of the CSV files), steps (how many) and costs (roughly, the seconds of each; once
# one is done only their proportions matter).
# shellcheck disable=SC2154 # see above

# where messages go, also while the errors of a run go elsewhere
exec {messages}>&2

fail() {
    echo "$program: $*" >&"$messages"
    [ "${code:-0}" -gt 0 ] || code=2
    exit "$code"
}

finished() {
    local file done=()
    for file in "${files[@]}"; do [ -f "$latest/$file.csv" ] && done+=("$file.csv"); done
    echo "${done[*]:-none}"
}

interrupted() {
    trap - INT TERM
    echo >&"$messages"
    echo "$program: interrupted; finished in $latest: $(finished); rows of $name so far in $parts" >&"$messages"
    exit 130
}

# What is left from step $1 on, in seconds: what its cost is by the table, at the speed of the steps that are done.
left_from() {
    local i done_cost=0 left_cost=0
    for ((i = 1; i <= steps; i++)); do
        if [ "$i" -lt "$1" ]; then done_cost=$((done_cost + costs[i - 1])); else left_cost=$((left_cost + costs[i - 1])); fi
    done
    if [ $done_cost -gt 0 ] && [ $SECONDS -gt 0 ]; then
        echo $((SECONDS * left_cost / done_cost))
    else
        echo $left_cost
    fi
}

name=
step=0
begin() {
    local left
    step=$((step + 1))
    name=$1
    part=0
    started=$SECONDS
    left=$(left_from $step)
    printf '[%d/%d] %s, about %d:%02d left in all\n' $step "$steps" "$name" $((left / 60)) $((left % 60)) >&2
}

# One run of the command for the file $name. Exit 3 is a figure that could not be measured well: it is empty in its row,
# named on stderr, and no reason to lose the rest.
run() {
    part=$((part + 1))
    "$ringmark" "$@" --format csv --output "$parts/$name-$part.csv"
    code=$?
    [ $code -lt 128 ] || interrupted
    if [ $code -eq 3 ] && [ -s "$parts/$name-$part.csv" ]; then return; fi
    [ $code -eq 0 ] || fail "ringmark $* ended with $code"
}

end() {
    local joined=() i
    for ((i = 1; i <= part; i++)); do joined+=("$parts/$name-$i.csv"); done
    "$here/csv-join" "$latest/$name.csv" "${joined[@]}" || exit 2
    printf '      %d s, %s\n' $((SECONDS - started)) "$latest/$name.csv" >&2
}

# Empties the folder of what an earlier run left and marks it incomplete.
start_over() {
    [ -x "$ringmark" ] || fail "no command at $ringmark; run make"
    mkdir -p "$latest" || fail "cannot make $latest"
    trap interrupted INT TERM
    local file
    for file in "${files[@]}"; do rm -f "$latest/$file".{csv,json,svg,png}; done
    rm -rf "$parts" "$latest/quick"
    mkdir -p "$parts" || fail "cannot write to $latest"
    : >"$latest/incomplete"
}
