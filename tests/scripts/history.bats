#!/usr/bin/env bats
# The history with revisions that answer what a test wants: a tree of its own, a make that writes the command, a valgrind
# that counts what stands in it. What ringmark itself finds in a history is in tests/cli/history.bats.

bats_require_minimum_version 1.5.0

# a tree with one revision, measured with three launches, that each test goes on from
setup_file() {
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
    here=$BATS_FILE_TMPDIR
    RINGMARK=$(realpath "${RINGMARK:-$root/build/ringmark}")
    export RINGMARK root CC=gcc
    mkdir -p "$here/bin" "$here/tree/results"
    tools
    cp -r "$root/scripts" "$here/tree"
    cd "$here/tree" || exit
    printf 'jump/xxh3/10 --algorithm jump\n' >scripts/gate-cases
    printf 'lookup/jump/10 ns_median+limit_ns lookup --nodes 10\n' >scripts/history-times
    printf 'case,revision,reason\n' >results/waivers.csv
    echo /results/history/ >.gitignore
    git init -q -b main .
    revision aa 10000 100
    BUILD=$here/build MAKE=$here/bin/make PATH=$here/bin:$PATH scripts/history --launches 3
}

setup() {
    here=$BATS_TEST_TMPDIR
    export BUILD=$here/build TMPDIR=$here/tmp MAKE=$here/bin/make
    mkdir "$TMPDIR"
    cp -r "$BATS_FILE_TMPDIR/tree" "$BATS_FILE_TMPDIR/bin" "$here"
    cd "$here/tree" || exit
}

# the command has the figures of the tree it was made from: digest, instructions, ns
tools() {
    cat >"$here/bin/make" <<'MADE'
#!/usr/bin/env bash
while [ "$1" != -C ]; do shift; done
tree=$2 target=${*: -1}
[ ! -e "$tree/broken" ] || { cat "$tree/broken" && exit 2; }
[ ! -e "${target%/build/*}/hang" ] || { echo $$ >"${target%/build/*}/hanging" && exec sleep 60; }
read -r digest count ns <"$tree/answer"
mkdir -p "$(dirname "$target")"
{
    echo '#!/usr/bin/env bash'
    echo "# count $count"
    echo "log=${target%/build/*}/launches digest=$digest count=$count ns=$ns"
    cat <<'END'
[ "$count" != - ] || { echo "ringmark: unknown command '$1'" >&2; exit 2; }
case $1 in
exact) printf 'method,digest,peak,memory_bytes,operations\narcs,%s,1.5,100,1000\n' "$digest" ;;
lookup)
    echo "$digest $*" >>"$log"
    if [ "$(cat "$(dirname "$log")/hang_at" 2>/dev/null)" = "$(wc -l <"$log")" ]; then
        echo $$ >"$(dirname "$log")/hanging" && exec sleep 60
    fi
    n=$(wc -l <"$log")
    printf 'nodes,ns_median,limit_ns\n10,%s,%s\n' "$((ns + n % 3))" 7 ;;
esac
END
} >"$target"
chmod +x "$target"
MADE
    cat >"$here/bin/valgrind" <<'COUNTS'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do
    case $1 in --callgrind-out-file=*) out=${1#*=} ;; esac
    shift
done
printf 'events: Ir D1mr\nfn=(1) work\ncfn=(2) rm_counted_loop\ncalls=1 0\n0 %s 7\n' "$(sed -n 's/^# count //p' "$1")" >"$out"
exec "$@"
COUNTS
    # pictures are drawn in one test only
    cat >"$here/bin/gnuplot" <<'DRAWN'
#!/usr/bin/env bash
[[ $2 =~ output_file=\'([^\']*)\' ]] && echo drawn >"${BASH_REMATCH[1]}"
DRAWN
    chmod +x "$here"/bin/*
}

# revision DIGEST INSTRUCTIONS NS: a commit that measures so
revision() {
    echo "$*" >answer
    git add -A
    git -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m "measures $*"
}

history() {
    PATH=$here/bin:$PATH run scripts/history --launches 1 "$@"
}

file() {
    echo results/history/*.csv
}

# the values of a figure in the order of the file, with their revisions
values() {
    "$root/scripts/query" revision,value "figure = '$1'" "$(file)" | tr '\t\n' ' ,'
}

short() {
    git rev-parse --short=12 "$1"
}

nothing_left() {
    [ "$(git worktree list | wc -l)" -eq 1 ]
    [ -z "$(git worktree prune -n)" ]
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "a revision is a line a case and figure, in a file of this machine" {
    [ "$(head -n 1 "$(file)")" = case,figure,revision,value,low,high,launches,measured,compiler ]
    [[ $(file) == results/history/*-threads-*.csv ]]
    for line in "digest,$(short HEAD),aa,,,," "loop_instructions,$(short HEAD),10,,,,"; do grep -q "^jump/xxh3/10,$line" "$(file)"; done
    # launches answer 101, 102 and 100
    grep -Eq "^lookup/jump/10,ns_median,$(short HEAD),101,100,102,3,[0-9-]+T[0-9:]+Z,gcc-[0-9.]+$" "$(file)"
    [ "$(cut -d , -f 1,2,3 "$(file)" | sort | uniq -d)" = '' ]
    [ "$(grep -c miss "$(file)")" -eq 0 ]
    [ -z "$(git status --porcelain)" ]
}

@test "an even number of launches has its median between two" {
    history --launches 2
    [ "$status" -eq 0 ]
    grep -Eq "^lookup/jump/10,ns_median,$(short HEAD),101.5,101,102,2," "$(file)"
    nothing_left
}

@test "a revision that is measured again is replaced, an older one stands before it" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    first=$(short HEAD)
    revision bb 20000 100
    history
    second=$(short HEAD)
    rows=$(wc -l <"$(file)")
    history
    [ "$status" -eq 0 ]
    [ "$(values digest)" = "$first aa,$second bb," ]
    [ "$(wc -l <"$(file)")" -eq "$rows" ]
    sed -i "/,$first,/d" "$(file)"
    history "$first"
    [ "$(values loop_instructions)" = "$first 10,$second 20," ]
    [ "$(wc -l <"$(file)")" -eq "$rows" ]
}

@test "the tree as it is: changes are said, and marked in the name" {
    clean=$(short HEAD)
    echo 'ab 10000 100' >answer
    history
    [ "$status" -eq 0 ]
    [[ $output == *"note: the tree has uncommitted changes; it was measured as it is, as $clean-dirty"* ]]
    [[ $output == *'at '*'measures aa 10000 100, with uncommitted changes'*'digest aa -> ab'* ]]
    [ "$(values digest)" = "$clean aa,$clean-dirty ab," ]
    git checkout -q answer
    sed -i "/,$clean,/d" "$(file)"
    history
    [ "$(values digest)" = "$clean aa,$clean-dirty ab," ]
    revision ac 10000 100
    history
    [ "$(values digest)" = "$clean aa,$clean-dirty ab,$(short HEAD) ac," ]
}

@test "since a revision all are measured in turns, there and back, and those that are there already are not" {
    revision bb 10000 100
    revision cc 10000 100
    history --since HEAD~2 --launches 3
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(values digest)" = "$(short HEAD~2) aa,$(short HEAD~1) bb,$(short HEAD) cc," ]
    [ "$(cut -d ' ' -f 1 "$here/launches" | paste -sd ' ')" = 'bb cc cc bb bb cc' ]
    nothing_left
}

@test "a change names its revision, and the commits that may have made it" {
    revision aa 10000 100
    revision aa 10100 100
    history
    [[ $output == *"at $(git rev-parse --short HEAD) measures aa 10100 100 (or one of the 1 before it, since $(short HEAD~2))"* ]]
    grep -qE '^jump/xxh3/10 +change +loop_instructions 10 -> 10.1 \(\+1.00 %\)$' <<<"$output"
    history --report --format markdown
    grep -qE '^. .jump/xxh3/10. . change . loop_instructions . 10 . 10.1 . \+1.00 % . +.$' <<<"$output"
    history --report --format csv
    grep -q "^jump/xxh3/10,loop_instructions,2,$(short HEAD),10,10.1," <<<"$output"
    history --report --format json
    grep -q '"change_at": *"'"$(short HEAD)" <<<"$output"
}

# rows of a history: CASE FIGURE VALUE... , of HEAD~2, HEAD~1 and HEAD
rows() {
    local i=2 value
    for value in "${@:3}"; do
        echo "$1,$2,$(short HEAD~$i),$value,,,,,"
        i=$((i - 1))
    done >>"$(file)"
}

three() {
    revision bb 20000 100
    revision cc 20000 100
    sed -i 1q "$(file)"
    rows jump/xxh3/10 digest aa bb cc
    rows jump/xxh3/10 loop_instructions 10 20 20
}

@test "a waiver accepts the step of the commit it names, or of the next when it names BASE" {
    three
    for named in "$(short HEAD~2)" "$(git rev-parse --short=7 HEAD~1)"; do
        printf 'case,revision,reason\njump/xxh3/10,%s,"wanted, so"\n' "$named" >results/waivers.csv
        history --report
        [ "$(grep -Ec '^jump/xxh3/10 +accepted (digest aa -> bb|loop_instructions 10 -> 20)' <<<"$output")" -eq 2 ]
        [ "$(grep -Ec '^jump/xxh3/10 +change +digest bb -> cc' <<<"$output")" -eq 1 ]
    done
    # a commit that was not measured itself is in the next that was
    sed -i "/,$(short HEAD~1),/d" "$(file)"
    printf 'case,revision,reason\njump/xxh3/10,%s,wanted\n' "$(short HEAD~1)" >results/waivers.csv
    history --report
    [[ $output == *': 0 changes, 2 accepted'* ]]
    printf 'case,revision,reason\nother/case,%s,no\n' "$(short HEAD)" >results/waivers.csv
    history --report
    [[ $output == *': 2 changes, 0 accepted'* ]]
}

# forty revisions of times, a step at the twenty-first, of the limit too if $1 is 1
stepped() {
    sed -i 1q "$(file)"
    awk -v limit="$1" 'BEGIN { srand(7); for (r = 1; r <= 40; r++) {
        step = r > 20 ? 1.1 : 1
        printf "lookup/x,ns_median,r%d,%.6f,,,9,,\nlookup/x,limit_ns,r%d,%.6f,,,9,,\n", r, 5 * step * (1 + .02 * rand()), r,
            (limit ? step : 1) * (1 + .02 * rand()) } }' >>"$(file)"
    history --report
}

@test "a step of times is found, and the machine is named when its limit moved as well" {
    stepped 0
    grep -qE '^lookup/x +change +ns_median .*\(\+(9|10)\.[0-9]+ %\)$' <<<"$output"
    [ "$(grep -c limit <<<"$output")" -eq 0 ]
    stepped 1
    grep -qE '^lookup/x +change +ns_median .*: the memory limit changed too: look at the machine first$' <<<"$output"
    grep -qE '^lookup/x +change +limit_ns .* %\)$' <<<"$output"
}

@test "every case is drawn with a panel a figure, its changes and accepted ones" {
    three
    rows lookup/jump/10 ns_median 5 6 7
    printf 'case,revision,reason\njump/xxh3/10,%s,wanted\n' "$(short HEAD~1)" >results/waivers.csv
    rm "$here/bin/gnuplot"
    rm -rf results/history/*/
    history --report
    folder=$(file)
    folder=${folder%.csv}
    [ "$(cd "$folder" && echo *)" = 'jump_xxh3_10.png jump_xxh3_10.svg lookup_jump_10.png lookup_jump_10.svg' ]
    for text in jump/xxh3/10 digest loop_instructions measured level change accepted "$(git rev-parse --short=7 HEAD)"; do
        grep -qF ">$text<" "$folder/jump_xxh3_10.svg"
    done
    # red where it changed, grey and dashed where that was accepted, each once more in the legend
    [ "$(grep -o "stroke='rgb(213, *94, *0)'" "$folder/jump_xxh3_10.svg" | wc -l)" -eq 2 ]
    [ "$(grep -o "stroke='rgb(127, 127, 127)' stroke-dasharray" "$folder/jump_xxh3_10.svg" | wc -l)" -eq 3 ]
    [ "$(grep -o "stroke='rgb(213, *94, *0)'" "$folder/lookup_jump_10.svg" | wc -l)" -eq 1 ]
    [ "$(head -c 4 "$folder/jump_xxh3_10.png" | tail -c 3)" = PNG ]
}

@test "what a revision cannot run is said, and the others go on" {
    revision zz - 100
    revision bb 10000 100
    history --since HEAD~1
    [ "$status" -eq 0 ]
    [[ $output == *"note: $(short HEAD~1) lacks 2 of 2 cases; jump/xxh3/10: 2: ringmark: unknown command 'exact'"* ]]
    [[ $output == *"note: nothing could be measured at $(short HEAD~1); it is left out"* ]]
    [ "$(values digest)" = "$(short HEAD~2) aa,$(short HEAD) bb," ]
}

@test "a revision that does not build ends it with the reason, on a walk it is left out" {
    echo 'core/x.c:1: error: planted' >broken
    revision bb 10000 100
    git rm -q --cached broken && rm broken
    revision cc 10000 100
    history HEAD~1
    [ "$status" -eq 2 ]
    [[ $output == *'does not build: core/x.c:1: error: planted; all of it is in '* ]]
    [ "$(values digest)" = "$(short HEAD~2) aa," ]
    nothing_left
    history --since HEAD~2
    [ "$status" -eq 0 ]
    [[ $output == *'measures bb 10000 100 does not build; it is left out'* ]]
    [ "$(values digest)" = "$(short HEAD~2) aa,$(short HEAD) cc," ]
}

@test "an interrupt leaves no worktree, no process and the history as it was" {
    cp "$(file)" "$here/before"
    revision bb 10000 100
    touch "$here/hang"
    PATH=$here/bin:$PATH scripts/history HEAD >"$here/log" 2>&1 &
    history=$!
    until [ -s "$here/hanging" ]; do sleep 0.05; done
    kill -TERM $history
    code=0
    wait $history || code=$?
    [ $code -eq 143 ]
    cat "$here/log"
    grep -qx 'history: interrupted; nothing is left behind' "$here/log"
    run ! kill -0 "$(cat "$here/hanging")"
    cmp "$(file)" "$here/before"
    [ "$(find results/history -type f -name '*.csv*')" = "$(file)" ]
    nothing_left
}

@test "a history that was killed builds, counts and launches what is missing only, and is that of one that was not" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    revision bb 10000 100
    rm -r results/history
    history --since HEAD~1 --launches 3
    # times depend on the number of the launch here
    figures() { sed '/ns_median/s/,[0-9]*,[0-9]*,[0-9]*,3,/,3,/' "$(file)" | cut -d , -f 1-4; }
    figures >"$here/whole"
    rm -r results/history "$here/launches"
    # in the second launch
    echo 4 >"$here/hang_at"
    PATH=$here/bin:$PATH scripts/history --since HEAD~1 --launches 3 2>"$here/said" &
    history=$!
    until [ -s "$here/hanging" ] || ! kill -0 $history; do sleep 0.05; done
    kill -KILL $history "$(cat "$here/hanging")"
    code=0
    wait $history || code=$?
    [ $code -eq 137 ]
    rm "$here/hang_at"
    # another run is refused in one line, after that of what is measured
    history --since HEAD~1 --launches 2
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 2 ]
    [[ $output == *"this one differs in: launches; to begin anew: rm -r $BUILD/history/unfinished" ]]
    history --since HEAD~1 --launches 3
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"going on with the run that was broken off; taken over: 5 steps in $BUILD/history/unfinished"* ]]
    run ! grep -qE 'building|counting|launch 1 of' <<<"$output"
    [ "$(wc -l <"$here/launches")" -eq 8 ]
    diff "$here/whole" <(figures)
    [ ! -e "$BUILD/history/unfinished" ]
    nothing_left
}

@test "a ring of another project has a history under names of its own" {
    cp "$BATS_FILE_TMPDIR/build/history/head/obj/ringmark" "$here/command"
    rm -rf results/history
    for name in v1.0 v1.1; do
        history --command "$here/command" --revision $name --options '--plugin ring.so'
        [ "$status" -eq 0 ]
    done
    [ "$(values digest)" = 'v1.0 aa,v1.1 aa,' ]
    tail -n 1 "$BATS_FILE_TMPDIR/launches" | grep -q 'lookup --nodes 10 --plugin ring.so '
    [[ $output == *': 0 changes, 0 accepted;'* ]]
}

@test "a mixture of compilers is said" {
    sed -i 's/gcc-[0-9.]*$/gcc-1.0/' "$(file)"
    revision bb 10000 100
    history
    [[ $output == *'note: the history mixes compilers (gcc-1.0, gcc-'*'): a step between them is theirs'* ]]
}

@test "bad input is one line and exit 2, and changes nothing" {
    rm -rf results/history
    refused() {
        history "${@:2}"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"$1"* ]]
        [ ! -e "$(file)" ]
    }
    refused "'no-such' is not a revision here" no-such
    refused "'no-such' is not a revision here" --since no-such
    refused '--since: needs a value; scripts/history --help' --since
    refused 'unknown option --nope' --nope
    refused 'a REVISION or --since, not both' HEAD --since HEAD
    refused 'one REVISION, or --since' HEAD HEAD
    refused '--launches x: a number' --launches x
    refused '--format yaml: one of' --format yaml
    refused 'give it a name by --revision' --command "$here/x" HEAD
    refused 'letters, digits and ._+- are wanted' --command "$here/x" --revision a,b
    refused 'not there; make history begins it' --report
    echo 'x lookup' >"$here/times"
    refused 'case x: a name of letters, digits and ./_+- that is there once, then figures, a command and its options' --times "$here/times"
    mkdir -p results/history
    echo case,value >"results/history/$(basename "$BATS_FILE_TMPDIR"/tree/results/history/*.csv)"
    history --report
    [ "$status" -eq 2 ]
    [[ $output == *'its header is not case,figure,'*'; move it away' ]]
}
