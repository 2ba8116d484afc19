#!/usr/bin/env bash
# Steps of a run that leaves CSV files: shown with what is left, one file a step, whole or not there. A run that was broken
# off is taken up: the files of steps, and the parts of a step, that are there are not measured again. Sourced by sweep,
# study and field, which set before: here (the folder of scripts), program (its name in messages), ringmark (the command),
# latest (the folder), parts (rows so far), quick (1: a quick run), measured_by (the scripts that rows follow from), files
# (names of the CSV files), steps (how many) and costs (roughly, the seconds of each; once one is done only their proportions
# matter).
# shellcheck disable=SC2154 # see above

# shellcheck source=scripts/resume.bash
. "$here/resume.bash"

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
    echo "$program: interrupted; finished in $latest: $(finished); rows of $name so far in $parts; the same call goes on" >&"$messages"
    exit 130
}

# What is left from step $1 on, in seconds: what its cost is by the table, at the speed of the steps that this run has done.
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
taken_over=0 # is the file of this step there already?
begin() {
    local left
    step=$((step + 1))
    name=$1
    part=0
    started=$SECONDS
    taken_over=0
    if [ -f "$latest/$name.csv" ]; then
        taken_over=1
        costs[step - 1]=0
        return
    fi
    left=$(left_from $step)
    printf '[%d/%d] %s, about %d:%02d left in all\n' $step "$steps" "$name" $((left / 60)) $((left % 60)) >&2
}

# Goes on to the next part of the step. Is it still to be made?
next_part() {
    part=$((part + 1))
    [ $taken_over -eq 0 ] && [ ! -f "$parts/$name-$part.csv" ]
}

# Makes $parts/new.csv by one run of the command, from the cells on that one of the same part had finished which was killed;
# of a command that has no cells, anew. Exit 3 is a figure that could not be measured well: it is empty in its row,
# named on stderr, and no reason to lose the rest.
make_part() {
    local resume=()
    rm -f "$parts"/new.{csv,json}
    case $1 in
    skew | move | lookup | build | hash | quality) resume=(--resume) ;;
    *) rm -f "$parts"/new.csv.partial* ;;
    esac
    "$ringmark" "$@" --format csv --output "$parts/new.csv" ${resume[@]+"${resume[@]}"}
    code=$?
    [ $code -lt 128 ] || interrupted
    if [ $code -eq 3 ] && [ -s "$parts/new.csv" ]; then return; fi
    [ $code -eq 0 ] || fail "ringmark $* ended with $code"
}

# Gives new.csv and new.json the name of the part, which is whole once its CSV is there.
keep_part() {
    if [ -f "$parts/new.json" ]; then mv -f "$parts/new.json" "$parts/$name-$part.json" || fail "cannot write to $parts"; fi
    if ! sync "$parts/new.csv" || ! mv -f "$parts/new.csv" "$parts/$name-$part.csv"; then fail "cannot write to $parts"; fi
}

# One run of the command for the file $name.
run() {
    next_part || return 0
    make_part "$@"
    keep_part
}

# join_rows OUTPUT PART...: the rows of all under one header, which they must share
join_rows() {
    local header other part
    IFS= read -r header <"$2" || fail "$2: empty or unreadable"
    for part in "${@:2}"; do
        IFS= read -r other <"$part" || fail "$part: empty or unreadable"
        [ "$other" = "$header" ] || fail "$part: its header is not that of $2"
    done
    awk 'FNR > 1 || NR == 1' "${@:2}" >"$1" || fail "cannot write $1"
}

# join_facts OUTPUT PART...: {"runs": [...]} of the PART.json that are there beside PART.csv
join_facts() {
    local part between=
    {
        printf '{"runs": ['
        for part in "${@:2}"; do
            [ -f "${part%.csv}.json" ] || continue
            printf '%s\n' "$between"
            cat "${part%.csv}.json" || exit 2
            between=,
        done
        printf ']}\n'
    } >"$1" || fail "cannot write $1"
}

# Joins the parts of the step, some of which may have been left out, into the file $name and what is known of its runs.
# Both are written beside their places, synced and renamed, the facts first: never a short file that looks whole.
end() {
    local joined=() i target=$latest/$name
    [ $taken_over -eq 0 ] || return 0
    for ((i = 1; i <= part; i++)); do [ ! -f "$parts/$name-$i.csv" ] || joined+=("$parts/$name-$i.csv"); done
    [ ${#joined[@]} -gt 0 ] || fail "no rows for $target.csv"
    join_rows "$parts/new.csv" "${joined[@]}"
    join_facts "$parts/new.json" "${joined[@]}"
    sync "$parts/new.csv" "$parts/new.json" || fail "cannot sync $parts"
    mv -f "$parts/new.json" "$target.json" || fail "cannot write $target.json"
    mv -f "$parts/new.csv" "$target.csv" || fail "cannot write $target.csv"
    printf '      %d s, %s\n' $((SECONDS - started)) "$target.csv" >&2
}

# What makes two runs the same: then what one has finished is the other's. The command's checksum stands for its version,
# commit and build.
facts_of_run() {
    echo "command: $(checksum "$ringmark")"
    echo "QUICK: $quick"
    echo "instruction set: ${RINGMARK_ISA-}"
    echo "machine: $(this_machine)"
    echo "scripts: $(checksum "${measured_by[@]}" "$here/runs.bash")"
}

made_parts() {
    find "$parts" -maxdepth 1 -name '*-*.csv' 2>/dev/null | wc -l
}

# Says what is there of the run that was broken off.
take_over() {
    mkdir -p "$parts" || fail "cannot write to $latest"
    echo "$program: going on with the run that was broken off; taken over: $(finished), $(made_parts) parts in $parts" >&2
}

# Marks the folder incomplete and empties it of what an earlier run left. The mark tells what run it is, once it is empty.
start_over() {
    local file
    : >"$latest/incomplete" || fail "cannot write to $latest"
    for file in "${files[@]}"; do rm -f "$latest/$file".{csv,json,svg,png}; done
    rm -rf "$parts" "$latest/quick"
    mkdir -p "$parts" || fail "cannot write to $latest"
    if ! echo "$1" >"$parts/facts" || ! mv -f "$parts/facts" "$latest/incomplete"; then fail "cannot write to $latest"; fi
}

# Takes up the run in the folder that was broken off, or begins a new one.
start() {
    local facts
    [ -x "$ringmark" ] || fail "no command at $ringmark; run make"
    mkdir -p "$latest" || fail "cannot make $latest"
    hold "$latest"
    trap interrupted INT TERM
    facts=$(facts_of_run)
    # a run that has finished nothing is none to go on with
    [ "$(made_parts)" -gt 0 ] || [ "$(finished)" != none ] || [ -s "$parts/new.csv.partial" ] || rm -f "$latest/incomplete"
    if same_run "$latest/incomplete" "$facts" "rm $latest/incomplete"; then take_over; else start_over "$facts"; fi
}

# A run whose report is refused has ended: the next one measures anew.
report_or_stop() {
    "$here/$program-report" "$latest"
    code=$?
    [ $code -eq 0 ] && return
    [ $code -ne 1 ] || : >"$latest/incomplete"
    exit $code
}
