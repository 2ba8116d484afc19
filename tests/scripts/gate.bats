#!/usr/bin/env bats
# The gate: on commands that answer what a test wants (thresholds, waivers, reports, bad input). The tree as built
# with one source changed is in gate-long.bats, the whole gate, with both builds, in gate-whole.bats.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
    unset RINGMARK_TALLY
    mkdir -p "$here/results"
    printf 'ring/xxh3/10 --nodes 10\n' >"$here/cases"
}

# --- commands that answer what a test wants

# side NAME DIGEST BYTES INSTRUCTIONS: a command; a valgrind that counts what stands beside it is in $here/bin
side() {
    mkdir -p "$here/$1" "$here/bin"
    printf 'method,digest,peak,memory_bytes,operations\narcs,%s,1.5,%s,1000\n' "$2" "$3" >"$here/$1/answer"
    echo "$4" >"$here/$1/count"
    cat >"$here/$1/command" <<'ANSWER'
#!/usr/bin/env bash
at=$(dirname "$(readlink -f "$0")")
echo "$RINGMARK_ISA $*" >>"$at/calls"
[[ $* != *--help* || ! -e $at/help ]] || { cat "$at/help"; exit; }
[ ! -e "$at/broken" ] || { cat "$at/broken" >&2; exit "$(cat "$at/code")"; }
cat "$at/answer"
ANSWER
    cat >"$here/bin/valgrind" <<'COUNTS'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do
    case $1 in --callgrind-out-file=*) out=${1#*=} ;; esac
    shift
done
at=$(dirname "$(readlink -f "$1")")
count=$(cat "$at/count")
[ ! -e "$at/drift" ] || echo $((count + $(cat "$at/drift"))) >"$at/count"
printf 'events: Ir D1mr\nfn=(1) work\ncfn=(2) rm_counted_loop\ncalls=1 0\n0 %s 7\nfn=(3)\ncfn=(2)\ncalls=1 0\n0 0\n' "$count" >"$out"
exec "$@"
COUNTS
    chmod +x "$here/$1/command" "$here/bin/valgrind"
}

gate() {
    PATH=$here/bin:$PATH run scripts/gate --base-command "$here/base/command" --head-command "$here/head/command" \
        --cases "$here/cases" --results "$here/results" --jobs 1 --isa "${ISA-scalar}" "$@"
}

refused() {
    local code=0
    scripts/gate "${@:2}" >"$here/out" 2>&1 || code=$?
    [ $code -eq 2 ] && [ "$(wc -l <"$here/out")" -eq 1 ] && grep -qF -- "$1" "$here/out" && return
    echo "exit $code: $(cat "$here/out")"
    return 1
}

@test "equal figures pass, and the notes say what was not counted" {
    side base aa 100 10000
    side head aa 100 10000
    gate
    [ "$status" -eq 0 ]
    [[ $output == *'note: AVX-512 kernels'*'gate passed: '*', 1 case: 0 failed, 0 invalid, 0 waived, 0 new' ]]
    [ "$(grep -c '^ring' <<<"$output")" -eq 0 ]
}

@test "where addresses cannot be fixed that is said, and the cases run" {
    side base aa 100 10000
    side head aa 100 10000
    printf "#!/bin/sh\nexit 1\n" >"$here/bin/setarch"
    chmod +x "$here/bin/setarch"
    gate
    [ "$status" -eq 0 ]
    [[ $output == *"note: addresses are random: setarch -R is not allowed here"* ]]
}

@test "another digest fails, and the line starts with the case" {
    side base aa 100 10000
    side head ab 100 10000
    gate
    [ "$status" -eq 1 ]
    grep -Eq '^ring/xxh3/10 +fail +digest aa -> ab: the mapping changed \[scalar' <<<"$output"
}

@test "a byte more fails, a byte less is reported" {
    side base aa 100 10000
    side head aa 101 10000
    gate
    [ "$status" -eq 1 ]
    grep -Eq '^ring/xxh3/10 +fail +memory_bytes 100 -> 101 \(\+1\.00 %\): a rise' <<<"$output"
    side head aa 99 10000
    gate
    [ "$status" -eq 0 ]
    grep -Eq '^ring/xxh3/10 +less +memory_bytes 100 -> 99' <<<"$output"
}

@test "instructions are reported from 0.1 % on and fail above 2 %" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    side base aa 100 100000
    for pair in '100099 0 same' '100100 0 more' '102000 0 more' '102001 1 fail' '99900 0 less' '99901 0 same'; do
        read -r count code verdict <<<"$pair"
        side head aa 100 "$count"
        gate --format csv
        [ "$status" -eq "$code" ]
        grep -q "^ring/xxh3/10,scalar.*,loop_instructions,100,$(awk -v n="$count" 'BEGIN { printf "%.12g", n / 1000 }'),.*,$verdict," <<<"$output"
    done
}

@test "only the kernels that --isa names are run, and the report says so" {
    side base aa 100 10000
    side head aa 100 10000
    gate --isa scalar
    [ "$status" -eq 0 ]
    [ "$(cut -d ' ' -f 1 "$here/head/calls" | sort -u)" = scalar ]
    [[ $output == *'note: AVX-512 kernels were not asked for'* ]]
    gate --isa scalar,sse
    [ "$status" -eq 2 ]
}

@test "callgrind runs the counted calls alone where both sides can, and all of a case where one cannot" {
    side base aa 100 10000
    side head aa 100 10000
    echo '  --calls-only' >"$here/head/help"
    gate --format csv
    [ "$status" -eq 0 ]
    [ "$(grep -c -- '--nodes 10 --calls-only' "$here/head/calls")" -eq 0 ]
    cp "$here/head/help" "$here/base/help"
    for name in base head; do : >"$here/$name/calls"; done
    # what callgrind's run prints is not read: a command that would answer otherwise there changes no figure
    # shellcheck disable=SC2016
    sed -i 's|^cat "$at/answer"|[[ $* == *--calls-only* ]] \&\& echo none \|\| cat "$at/answer"|' "$here/head/command"
    gate --format csv
    [ "$status" -eq 0 ]
    for name in base head; do
        diff <(grep -v -- --help "$here/$name/calls") - <<<'scalar exact --nodes 10 --pages normal --format csv --no-progress
scalar exact --nodes 10 --calls-only --pages normal --format csv --no-progress'
    done
    grep -q '^ring/xxh3/10,scalar,digest,aa,aa,,same,' <<<"$output"
    grep -q '^ring/xxh3/10,scalar,loop_instructions,10,10,,same,' <<<"$output"
}

@test "a command that cannot be started is no verdict" {
    side base aa 100 10000
    side head aa 100 10000
    echo 'bad interpreter' >"$here/base/broken"
    echo 127 >"$here/base/code"
    gate
    [ "$status" -eq 2 ]
    [[ $output == *'gate: ring/xxh3/10: bad interpreter'*'a case could not be run'* ]]
}

@test "two runs do not build in one folder at once" {
    mkdir -p "$here/build/gate"
    exec 8>"$here/build/gate/lock"
    flock 8
    BUILD=$here/build run scripts/gate HEAD
    [ "$status" -eq 2 ]
    [[ $output == *'another run is building in '* ]]
    BUILD=$here/build run scripts/gate HEAD~1 HEAD
    [ "$status" -eq 2 ]
    [[ $output == *'one BASE is compared'* ]]
}

@test "a folder of builds that cannot be used is refused with one line" {
    touch "$here/file"
    BUILD=$here/file/build refused "gate: cannot make $here/file/build/gate: Not a directory" HEAD
    mkdir -p "$here/build/gate/lock"
    BUILD=$here/build refused "gate: cannot write $here/build/gate/lock; " HEAD
    BUILD="$here/b d" refused "gate: builds go to '$here/b d/gate', and make takes no path with a space in it; " HEAD
    TMPDIR=$here/none refused "gate: cannot make a folder in $here/none" HEAD
}

# project: a repository with a commit, and a make for it in $here/make: what it is asked for answers what is in
# $here/answer; it notes the trees in $here/made, and breaks in those that have a file "broken"
project() {
    side base aa 100 10000
    cp "$here/base/answer" "$here/answer"
    # shellcheck disable=SC2016
    sed -i 's|^at=.*|at=$(dirname "$(readlink -f "$1")"); echo 10000 >"$at/count"|' "$here/bin/valgrind"
    cat >"$here/make" <<MAKES
#!/usr/bin/env bash
while [ \$# -gt 1 ]; do case \$1 in -C) tree=\$2 ;; esac; shift; done
git -C "\$tree" rev-parse HEAD >>"$here/made"
[ ! -e "\$tree/broken" ] || { echo "core/x.c:7: error: planted"; echo 'make: *** [x.o] Error 1'; exit 2; }
mkdir -p "\${1%/*}"
printf '#!/bin/sh\\ncat "$here/answer"\\n' >"\$1"
chmod +x "\$1"
MAKES
    chmod +x "$here/make"
    git init -q "$here/project"
    for text in one two; do
        git -C "$here/project" -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m $text
    done
    mkdir -p "$here/tmp"
    export BUILD=$here/build TMPDIR=$here/tmp MAKE=$here/make
}

project_gate() {
    PATH=$here/bin:$PATH run scripts/gate --project "$here/project" --cases "$here/cases" --results "$here/results" \
        --jobs 2 --isa scalar HEAD~1
}

@test "BASE is built once for a commit, a compiler and flags; the tree each time" {
    project
    one=$(git -C "$here/project" rev-parse HEAD~1) two=$(git -C "$here/project" rev-parse HEAD)
    project_gate
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(sort "$here/made")" = "$(printf '%s\n' "$one" "$two" | sort)" ]
    : >"$here/made"
    project_gate
    [ "$status" -eq 0 ]
    [[ $output == *'BASE ('*' one) was built before'*'gate passed: '*' one to '*' two, 1 case: 0 failed'* ]]
    [ "$(cat "$here/made")" = "$two" ]
    : >"$here/made"
    CFLAGS=-O1 project_gate
    [ "$(sort "$here/made")" = "$(printf '%s\n' "$one" "$two" | sort)" ]
    [ -z "$(ls -A "$TMPDIR")" ]
    [ "$(git -C "$here/project" worktree list | wc -l)" -eq 1 ]
}

@test "the tree that does not build is named in one line, with the reason" {
    project
    touch "$here/project/broken"
    project_gate
    [ "$status" -eq 2 ]
    [ "$(tail -n 1 <<<"$output")" = "gate: the tree ($(git -C "$here/project" log -1 --format='%h %s') with uncommitted changes) does \
not build: core/x.c:7: error: planted; all of it is in $BUILD/gate/head.log" ] || { echo "$output"; false; }
    [ "$(grep -vc '^gate: building' <<<"$output")" -eq 1 ]
    # a build that failed is not kept for the next run
    git -C "$here/project" add broken
    git -C "$here/project" -c user.name=t -c user.email=t@t.invalid commit -q -m breaks
    git -C "$here/project" rm -q broken
    git -C "$here/project" -c user.name=t -c user.email=t@t.invalid commit -q -m mends
    for _ in 1 2; do
        project_gate
        [ "$status" -eq 2 ]
        [[ $(tail -n 1 <<<"$output") == 'gate: BASE ('*' breaks) does not build: core/x.c:7: error: planted; all of it is in '* ]]
    done
}

@test "workers and what they run die with a gate that is killed" {
    side base aa 100 10000
    side head aa 100 10000
    mkdir "$here/tmp"
    printf '#!/usr/bin/env bash\nsleep 60 & echo $$ $! >>"%s"\nwait\n' "$here/running" >"$here/bin/valgrind"
    echo 'ring/xxh3/20 --nodes 20' >>"$here/cases"
    PATH=$here/bin:$PATH TMPDIR=$here/tmp scripts/gate --base-command "$here/base/command" --head-command "$here/head/command" \
        --cases "$here/cases" --results "$here/results" --jobs 2 --isa scalar >"$here/log" 2>&1 3>&- &
    gate=$!
    until [ -s "$here/running" ] && [ "$(wc -l <"$here/running")" -eq 2 ]; do sleep 0.1; done
    read -r -a running <<<"$(xargs <"$here/running")"
    [ ${#running[@]} -eq 4 ]
    kill -0 "${running[@]}"
    kill -KILL $gate
    wait $gate || true
    # a minute of sleep would outlast this
    for ((i = 0; i < 200; i++)); do
        left=$(ps -o pid= -o stat= -p "$(IFS=,; echo "${running[*]}")" | awk '$2 !~ /^Z/')
        [ -n "$left" ] || break
        sleep 0.1
    done
    [ -z "$left" ] || { echo "left: $left"; kill -KILL "${running[@]}"; false; }
    [ "$(pgrep -fc "$here/tmp")" -eq 0 ]
}

@test "what a killed run left is gone after the next one" {
    git init -q "$here/project"
    git -C "$here/project" -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m text
    export BUILD=$here/build TMPDIR=$here/tmp
    mkdir "$TMPDIR"
    # a make that is still at it when its run is killed
    printf '#!/bin/sh\necho $$ >"%s"\nexec sleep 60\n' "$here/begun" >"$here/make"
    chmod +x "$here/make"
    MAKE=$here/make scripts/gate --project "$here/project" HEAD >"$here/log" 2>&1 3>&- &
    gate=$!
    until [ -s "$here/begun" ]; do sleep 0.1; done
    kill -KILL $gate "$(cat "$here/begun")"
    wait $gate || true
    [ "$(git -C "$here/project" worktree list | wc -l)" -eq 2 ]
    until flock -n "$BUILD/gate/lock" true; do sleep 0.1; done
    MAKE=false run scripts/gate --project "$here/project" HEAD
    [ "$status" -eq 2 ]
    [ "$(git -C "$here/project" worktree list | wc -l)" -eq 1 ]
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "a build that differs from itself is invalid, not a regression" {
    side base aa 100 10000
    side head aa 100 10500
    echo 500 >"$here/head/drift"
    ISA='' gate
    [ "$status" -eq 3 ]
    grep -Eq '^ring/xxh3/10 +invalid +loop_instructions .*: two runs of HEAD differ' <<<"$output"
    [ "$(grep -c '^ring.* fail ' <<<"$output")" -eq 0 ]
    side head aa 100 10000
    rm "$here/head/drift"
    echo 500 >"$here/base/drift"
    ISA='' gate
    [ "$status" -eq 3 ]
    [[ $output == *'two runs of BASE differ'* ]]
}

@test "what BASE cannot run is new, what HEAD cannot run fails" {
    side base aa 100 10000
    side head aa 100 10000
    echo "ringmark: unknown command 'exact'" >"$here/base/broken"
    echo 2 >"$here/base/code"
    gate
    [ "$status" -eq 0 ]
    grep -Eq "^ring/xxh3/10 +new .*BASE cannot run it: 2: ringmark: unknown command 'exact'" <<<"$output"
    [[ $output == *"note: BASE can run none of these cases: nothing was compared"* ]]
    mv "$here/base/broken" "$here/base/code" "$here/head"
    gate
    [ "$status" -eq 1 ]
    grep -Eq "^ring/xxh3/10 +fail .*HEAD ended with 2: ringmark: unknown" <<<"$output"
}

@test "a figure that HEAD no longer has fails, one that BASE had not is new" {
    side base aa 100 10000
    side head aa 100 10000
    sed -i 's/,peak//; s/,1\.5//' "$here/head/answer"
    gate
    [ "$status" -eq 1 ]
    grep -Eq '^ring/xxh3/10 +fail +peak 1.5 -> nothing: HEAD has no such figure' <<<"$output"
    side head aa 100 10000
    sed -i 's/,peak//; s/,1\.5//' "$here/base/answer"
    gate
    [ "$status" -eq 0 ]
    grep -Eq '^ring/xxh3/10 +new +peak nothing -> 1.5' <<<"$output"
}

@test "a waiver lets its case pass while its revision is BASE or a commit since" {
    command -v git >/dev/null || skip 'git is not installed'
    side base aa 100 10000
    side head ab 100 10000
    mkdir -p "$here/tree"
    cp -r scripts "$here/tree"
    cd "$here/tree"
    git init -q .
    for text in before base since; do
        git -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m $text
        git tag $text
    done
    for pair in 'base 0' 'since 0' 'before 1'; do
        read -r tag code <<<"$pair"
        printf 'case,revision,reason\nother,%s,no\nring/xxh3/10,%s,"a new label, on purpose"\n' \
            "$(git rev-parse "$tag")" "$(git rev-parse --short=9 "$tag")" >"$here/results/waivers.csv"
        gate base
        [ "$status" -eq "$code" ]
        [ "$code" -eq 1 ] || grep -Eq '^ring/xxh3/10 +waived +digest aa -> ab: a new label, on purpose' <<<"$output"
    done
}

@test "a waiver without a reason or a revision is refused with its row" {
    side base aa 100 10000
    side head ab 100 10000
    for wrong in 'x,0123456,' 'x,main,because' ',0123456,because'; do
        printf 'case,revision,reason\n%s\n' "$wrong" >"$here/results/waivers.csv"
        gate
        [ "$status" -eq 2 ]
        [[ $output == 'gate: '*waivers.csv': row 2: '* ]]
    done
    echo 'case,reason' >"$here/results/waivers.csv"
    gate
    [ "$status" -eq 2 ]
    [[ $output == *'no column revision'* ]]
}

@test "reports for GitHub and for programs go to stdout alone, lines for people to stderr" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    side base aa 100 10000
    side head ab 100 10000
    side_report() { PATH=$here/bin:$PATH scripts/gate --base-command "$here/base/command" --head-command "$here/head/command" \
        --cases "$here/cases" --results "$here/results" --format "$1" 2>"$here/err" || true; }
    side_report markdown | head -n 1 | grep -qx '## Gate failed'
    grep -q '^ring/xxh3/10 ' "$here/err"
    side_report markdown | grep -q "^| .ring/xxh3/10. | \*\*fail\*\* | digest | aa | ab |"
    side_report csv | head -n 1 | grep -qx 'case,isa,figure,base,head,change_pct,verdict,reason'
    side_report csv | awk -F, 'NF != 8 { exit 1 }'
    side_report json | grep -q '"figure": "digest", "base": "aa", "head": "ab", "change_pct": null, "verdict": "fail"'
}

@test "options of one side alone reach it" {
    side base aa 100 10000
    side head aa 100 10000
    gate --base-options '--plugin old.so' --head-options '--plugin new.so'
    grep -q '^scalar exact --nodes 10 --plugin old.so --pages normal' "$here/base/calls"
    grep -q '^scalar exact --nodes 10 --plugin new.so --pages normal' "$here/head/calls"
}

@test "bad options, cases and revisions are refused with one line" {
    refused 'unknown option --no-such' --no-such
    refused '--format xml: one of text' --format xml
    refused '--jobs 0: a number above 0' --jobs 0
    refused '--cases: needs a value' --cases
    refused 'not there or not readable' --cases "$here/none"
    printf '# nothing\n' >"$here/cases"
    refused 'no case in it' --cases "$here/cases"
    printf 'a --nodes 3\na --nodes 4\n' >"$here/cases"
    refused 'case a: ' --cases "$here/cases"
    if command -v valgrind >/dev/null && git rev-parse HEAD >/dev/null 2>&1; then
        refused "BASE 'no-such-revision' is not a revision here" no-such-revision
    fi
}

@test "revisions and waivers of another project count when it is named" {
    mkdir -p "$here/project/results"
    git -C "$here/project" init -q -b main
    git -C "$here/project" -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m 'of the project'
    printf 'case,revision,reason\nring/xxh3/10,%s,planned\n' "$(git -C "$here/project" rev-parse --short=7 HEAD)" >"$here/project/results/waivers.csv"
    side base aa 100 10000
    side head ab 100 10000
    gate --project "$here/project" --results '' HEAD
    [ "$status" -eq 0 ]
    grep -Eq '^ring/xxh3/10 +waived +digest aa -> ab: planned' <<<"$output"
    [[ $output == *'gate passed: '*' of the project to '*' of the project'* ]]
    gate --project "$here/none"
    [ "$status" -eq 2 ]
    [[ $output == "gate: --project $here/none: no such folder" ]]
}

@test "without valgrind or git the remedy is named" {
    mkdir "$here/few"
    for tool in bash nproc realpath mktemp mkdir dirname grep awk rm sed; do ln -s "$(command -v $tool)" "$here/few/$tool"; done
    PATH=$here/few run "$BASH" scripts/gate
    [ "$status" -eq 2 ]
    [[ $output == 'gate: valgrind is not installed; run scripts/setup gate' ]]
    ln -s "$(type -P true)" "$here/few/valgrind"
    ln -s "$(type -P true)" "$here/few/setarch"
    PATH=$here/few run "$BASH" scripts/gate
    [ "$status" -eq 2 ]
    [[ $output == 'gate: git is not installed; run scripts/setup gate'* ]]
}

# --- accepted figures

accepted() {
    run scripts/gate "$@" --head-command "$here/head/command" --cases "$here/cases" --results "$here/results" --jobs 1
}

@test "accepted figures are written by --accept, and a changed one is named by --accepted" {
    side head aa 100 10000
    accepted --accepted
    [ "$status" -eq 2 ]
    [[ $output == *'make accept writes it' ]]
    accepted --accept
    [ "$status" -eq 0 ]
    diff "$here/results/accepted.csv" - <<<$'case,figure,value\nring/xxh3/10,method,arcs\nring/xxh3/10,digest,aa
ring/xxh3/10,peak,1.5\nring/xxh3/10,memory_bytes,100'
    accepted --accepted
    [ "$status" -eq 0 ]
    [ "$output" = '1 passed, 0 failed' ]
    side head aa 99 10000
    RINGMARK_TALLY=$here/tally accepted --accepted
    [ "$status" -eq 1 ]
    grep -qx 'ring/xxh3/10: memory_bytes is 99, accepted was 100' <<<"$output"
    [ "$(cat "$here/tally")" = '0 1' ]
}

@test "a new and a lost figure are differences from what was accepted" {
    side head aa 100 10000
    accepted --accept
    sed -i '/peak/d' "$here/results/accepted.csv"
    echo 'gone/case,digest,aa' >>"$here/results/accepted.csv"
    accepted --accepted
    [ "$status" -eq 1 ]
    grep -qx 'ring/xxh3/10: peak is 1.5, not accepted yet' <<<"$output"
    grep -qx 'gone/case: digest is gone, accepted was aa' <<<"$output"
    [[ $output == *'0 passed, 2 failed' ]]
}

# --- the tree as built

two_cases() {
    [ -n "${RINGMARK_LIBS-}" ] || skip 'needs what make check knows of the build'
    command -v valgrind >/dev/null || skip 'valgrind is not installed'
    printf 'ring/xxh3/10 --nodes 10\nmodulo/xxh3/7 --algorithm modulo --nodes 7\n' >"$here/cases"
}

@test "an interrupt ends what is being measured at once and leaves no file" {
    two_cases
    for case in 1 2 3 4; do echo "jump/xxh3/1000/$case --algorithm jump --nodes 1000"; done >"$here/cases"
    mkdir "$here/tmp"
    TMPDIR=$here/tmp scripts/gate --base-command "$RINGMARK" --head-command "$RINGMARK" --isa scalar --cases "$here/cases" \
        --results "$here/results" >"$here/log" 2>&1 &
    gate=$!
    until [ -n "$(find "$here/tmp" -name '*.callgrind' -o -name '*.csv')" ]; do sleep 0.1; done
    kill -TERM $gate
    code=0
    wait $gate || code=$?
    [ $code -eq 143 ]
    [ "$(tail -n 1 "$here/log")" = 'gate: interrupted; nothing is left behind' ]
    [ -z "$(ls -A "$here/tmp")" ]
    sleep 0.5 # a killed process may take a moment to go
    [ "$(pgrep -fc "$here/tmp")" -eq 0 ]
}
