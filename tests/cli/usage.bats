#!/usr/bin/env bats
# Mistakes on the command line: exit 2, exactly one line on stderr, nothing on stdout.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
}

# refused TEXT ARGUMENTS...: ringmark refuses them, and its one line holds TEXT.
refused() {
    local text=$1 code=0
    shift
    "$RINGMARK" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    if [ "$code" -ne 2 ] || [ -s "$work/out" ] || [ "$(wc -l <"$work/err")" -ne 1 ] ||
        [ "$(tail -c 1 "$work/err" | od -An -c | tr -d ' ')" != '\n' ] || ! grep -qF -- "$text" "$work/err"; then
        echo "ringmark $*: exit $code, wanted: $text"
        head -c 600 "$work/err" "$work/out"
        return 1
    fi
}

@test "without a command the usage is one line" {
    refused 'usage: ringmark COMMAND'
}

@test "an unknown command names the nearest" {
    refused 'did you mean skew?' skwe
    refused 'did you mean locate?' help loacte
    refused "unknown command 'zzzzzzzz'; ringmark --help lists all" zzzzzzzz
    refused 'a command comes first' --nodes 3 skew
    refused 'help takes one command' help skew move
}

@test "an unknown option names the nearest" {
    refused 'unknown option --vnode; did you mean --vnodes?' skew --vnode 10
    refused 'did you mean --algorithm?' skew --algoritm=ring
}

@test "an option of other commands says which take it" {
    refused 'skew has no use for --change; it belongs to move' skew --change add
    refused 'hash has no use for --nodes' hash --nodes 3
    refused 'list has no use for --hash' list --hash md5
}

@test "a value that is missing, empty or not wanted" {
    refused '--vnodes needs a value' skew --vnodes
    refused '--vnodes needs a value, LIST, but --hash follows' skew --vnodes --hash md5
    refused '--names: the value is empty' skew --names ''
    refused '--no-progress takes no value' skew --no-progress=1
}

@test "an option given twice" {
    refused '--vnodes is given twice; write one list' skew --vnodes 1 --vnodes 2
    refused '--seed is given twice' skew --seed 1 --seed=2
}

@test "no nodes" {
    refused '--nodes: 0 is out of range' skew --nodes 0
    refused '--nodes: 0 is out of range' shares --nodes 0
}

@test "virtual nodes that are 0, negative or not a number" {
    refused '--vnodes: 0 is out of range, 1 to 4294967294' skew --vnodes 0
    refused "--vnodes: '-5' is not a whole number" skew --vnodes -5
    refused "--vnodes: 'many' is not a whole number" skew --vnodes many
    refused "--vnodes: '1e6' is not a whole number; write plain digits" skew --vnodes 1e6
    refused "--vnodes: '1.5' is not a whole number" skew --vnodes 1.5
    refused 'out of range' skew --vnodes 99999999999999999999999
}

@test "so many virtual nodes that points or memory overflow" {
    refused 'more than' skew --nodes 10 --vnodes 4294967294
    refused 'more than' shares --nodes 4294967294 --vnodes 4294967294
    refused '--total-points: 4294967295 is out of range' skew --total-points 4294967295
    refused '--total-points 3 is less than the 10 nodes' skew --total-points 3
}

@test "replicas above the nodes" {
    refused '--replicas 4' skew --nodes 3 --replicas 4
    refused '--replicas: 0 is out of range' skew --replicas 0
}

@test "an unknown hash, algorithm, index or word names the nearest and how to list them" {
    refused 'did you mean xxh64? (ringmark list hashes' skew --hash xxh46
    refused 'did you mean fnv1a-32?' skew --hash fnv1a
    refused 'did you mean sha256?' skew --node-hash sha265
    refused 'did you mean jump? (ringmark list algorithms' skew --algorithm jmup
    refused 'did you mean eytzinger?' lookup --index eytsinger
    refused 'did you mean normal?' lookup --pages nromal
    refused 'did you mean chain?' lookup --mode chian
    refused 'did you mean search?' lookup --stage serach
    refused 'did you mean json?' skew --format jsn
    refused 'did you mean sequential?' skew --keys 3 --key-dist seqential
    refused "--key-dist: 'zipf:0'" skew --keys 3 --key-dist zipf:0
}

@test "an unknown change, or one of wrong form" {
    refused "--change: unknown 'ad'; did you mean add?" move --change ad
    refused 'did you mean weight:NAME=W?' move --change wieght:first=2
    refused 'did you mean first?' move --change weight:frist=2
    refused 'unknown option --ketama; ringmark move --help shows' move --ketama
    refused 'is not weight:NAME=W' move --change weight:first
    refused 'is not a whole number' move --change weight:first=1.5
    refused 'is not a whole number' move --change weight:first=-1
    refused 'out of range' move --change weight:first=99999999999999999999
    refused 'names no node' move --change remove:
    refused 'out of range' move --change vnodes=0
    refused 'did you mean md5?' move --change hash=md6
}

@test "a list with an empty or a double item" {
    refused "--vnodes: item 2 of the list '1,,2' is empty" skew --vnodes 1,,2
    refused 'item 1 of the list' skew --hash ,md5
    refused 'item 2 of the list' move --change add,
    refused '--vnodes: the list is empty' skew --vnodes ''
    refused '--hash: md5 is given twice' skew --hash md5,xxh3,md5
}

@test "a list where one value is wanted" {
    refused 'shares takes one value for --vnodes' shares --vnodes 1,2
    refused 'locate takes one value for --hash' locate --hash md5,xxh3
    refused 'points takes one value for --nodes' points --nodes 2,3
}

@test "options that exclude each other" {
    refused '--vnodes and --total-points exclude each other' skew --vnodes 3 --total-points 30
    refused '--nodes-file and --nodes exclude each other' skew --nodes-file f --nodes 3
    refused '--nodes-file and --names exclude each other' skew --nodes-file f --names 'a{index}'
    refused '--keys-file and --keys exclude each other' skew --keys-file f --keys 3
    refused '--key-weights needs --keys-file' skew --key-weights
}

@test "several sets need {set}" {
    refused '--sets 2 needs {set} in --names or --label' skew --sets 2 --names 'a{index}'
    printf 'a\nb\n' >"$work/nodes.csv"
    refused '--sets 2 needs {set} in the label' skew --sets 2 --nodes-file "$work/nodes.csv"
}

@test "names and labels with a wrong placeholder" {
    refused "wrong from '{nod}' on" skew --label '{name}{nod}'
    refused "wrong from '{vnode}' on" skew --names 'a{vnode}'
    refused 'names all nodes alike' skew --names same
}

@test "a shard that is none" {
    refused "'3' is not I/N" skew --shard 3
    refused 'out of range, 1 to 2' skew --shard 3/2
}

@test "control characters in an argument do not break the line" {
    refused 'a\nb\x1B' skew --hash $'a\nb\x1b'
    refused 'no\nsuch' $'no\nsuch'
}

@test "kernels that are unknown" {
    RINGMARK_ISA=avx51 refused 'RINGMARK_ISA: unknown' list
}

@test "a label without {vnode} is a warning, and the run goes on" {
    "$RINGMARK" shares --nodes 3 --label '{name}' >"$work/out" 2>"$work/err"
    [ "$(wc -l <"$work/err")" -eq 1 ]
    grep -qF 'warning: --label' "$work/err"
    [ "$(wc -l <"$work/out")" -eq 4 ]
}

@test "an empty shard has only a header" {
    for command in skew move 'build --verify' 'lookup --verify'; do
        # shellcheck disable=SC2086
        "$RINGMARK" $command --nodes 2,3,4 --vnodes 2 --shard 5/7 --format csv >"$work/out" 2>"$work/err"
        [ "$(wc -l <"$work/out")" -eq 1 ]
        grep -q -- '--shard 5/7 is empty: there are only 3 cells' "$work/err"
    done
}

@test "more threads than the machine can serve" {
    refused '4 for each of the' lookup --nodes 3 --threads 1024
    refused '4 for each of the' build --nodes 3 --threads 1,1024
}
