#!/usr/bin/env bats
# What a run reads: it is never written over, and what could be misread is one line and exit 2.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
    cd "$work" || return 1
}

# keeps FILE COMMAND...: refused as the same file as what is read, and FILE is as it was.
keeps() {
    local file=$1 before
    shift
    before=$(cksum "$file")
    refused 'are the same file' "$@"
    [ "$(cksum "$file")" = "$before" ]
}

@test "output never goes where the same run reads" {
    printf 'remove node-0-1\n' >h.txt
    printf 'a\nb\n' >n.csv
    printf 'k\n' >k
    keeps h.txt shares --past h.txt --output h.txt
    keeps n.csv shares --nodes-file n.csv --output n.csv
    keeps k shares --keys-file k --output k
    keeps k skew --nodes 2 --keys-file k --output k
}

# shellcheck disable=SC2094 # that is the mistake
@test "what is read does not grow by what is written to standard output" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    seq 300000 >k # more than is read at once
    cp k before
    code=0
    (ulimit -f 100000 && "$RINGMARK" locate --nodes 3 --keys-file k --format csv >>k 2>err) || code=$?
    [ "$code" -eq 2 ]
    grep -q 'standard output and --keys-file k are the same file; name another file$' err
    cmp before k
    code=0
    "$RINGMARK" shares --nodes-file k --format csv <>k 1>>k 2>err || code=$?
    [ "$code" -eq 2 ]
    cmp before k
    "$RINGMARK" locate --nodes 3 --keys-file k --format csv >other
    [ "$(wc -l <other)" -eq 300001 ]
}

# shellcheck disable=SC2094
@test "more of what is read is not written over" {
    printf 'case,figure,revision,value\na,f,1,5\na,f,2,5\n' >series.csv
    printf 'case,figure,revision\n' >accepted.csv
    printf 'case,launch,ns\na,1,5\na,2,6\n' | tee a.csv >b.csv
    printf 'an object' | tee base.so >head.so
    printf 'add n9\n' >h.txt
    printf 'x\ny\n' >n.csv
    mkdir links
    for file in *.*; do
        ln -s "../$file" "links/$file"
        ln "$file" "links/hard-$file"
    done
    for to in ./ "$PWD/" links/ links/hard-; do
        keeps series.csv history series.csv --output "${to}series.csv"
        keeps accepted.csv history series.csv accepted.csv --output "${to}accepted.csv"
        keeps base.so duet base.so head.so --output "${to}base.so"
        keeps h.txt shares --nodes 3 --history h.txt --output "${to}h.txt"
        keeps n.csv diff --nodes 3 --against '--nodes-file n.csv' --output "${to}n.csv"
    done
    keeps head.so duet base.so head.so --samples head.so --output x
    cat a.csv h.txt n.csv >before
    code=0
    "$RINGMARK" compare - b.csv --output a.csv <a.csv 2>err || code=$?
    [ "$code" -eq 2 ] && grep -q 'a.csv and standard input are the same file; name another --output$' err
    code=0
    "$RINGMARK" shares --nodes 3 --history - --output h.txt <h.txt 2>err || code=$?
    [ "$code" -eq 2 ] && grep -q 'h.txt and standard input are the same file; name another --output$' err
    code=0
    "$RINGMARK" shares --nodes-file - --output n.csv <n.csv 2>err || code=$?
    [ "$code" -eq 2 ] && grep -q 'n.csv and standard input are the same file; name another --output$' err
    cat a.csv h.txt n.csv | cmp before -
    [ "$(echo *.*)" = 'a.csv accepted.csv b.csv base.so h.txt head.so n.csv series.csv' ]
}

@test "a file is the same by whatever path" {
    printf 'a\nb\n' >n.csv
    ln -s n.csv soft.csv
    ln n.csv hard.csv
    mkdir folder
    keeps n.csv shares --nodes-file n.csv --output soft.csv
    keeps n.csv shares --nodes-file soft.csv --output hard.csv
    keeps n.csv shares --nodes-file n.csv --output folder/../n.csv
}

@test "what the other side of diff reads is not written over" {
    printf 'remove node-0-1\n' >h.txt
    printf 'a\nb\nc\n' >n.csv
    keeps n.csv diff --nodes 3 --against '--nodes-file n.csv' --output n.csv
    keeps h.txt diff --nodes 3 --against '--past h.txt' --output h.txt
}

@test "facts beside a result are neither written over nor overwrite" {
    "$RINGMARK" skew --nodes 3 --output a.csv
    "$RINGMARK" skew --nodes 3 --output b.csv
    keeps a.json compare a.csv b.csv --output a.json
    keeps b.csv compare a.csv b.csv --output b.csv
    printf 'remove node-0-1\n' >h.json
    keeps h.json shares --past h.json --output h.csv
}

@test "objects that are loaded are not written over" {
    ${CC:-cc} -shared -fPIC -I"$BATS_TEST_DIRNAME/../.." -o toy.so "$BATS_TEST_DIRNAME/../plugins/toy.c"
    keeps toy.so shares --plugin ./toy.so --output toy.so
    cp toy.so other.so
    keeps other.so duet ./toy.so ./other.so --output other.so
}

@test "a carriage return inside a line is refused by its line" {
    printf 'a\ncache-a,2\rcache-b\n' >n.csv
    refused 'n.csv:2: a carriage return' shares --nodes-file n.csv
    printf 'remove node-0-1\radd x\n' >h
    refused 'h:1: a carriage return' shares --nodes 3 --past h
    printf 'k,1\rb,2\n' >k
    refused 'k:1: a carriage return' shares --nodes 3 --keys-file k --key-weights
    printf '"k",1\rb,2\n' >k
    refused 'k:1: a carriage return' shares --nodes 3 --keys-file k --key-weights
    printf 'nodes,cv\n1,2\r3,4\n' >r.csv
    refused 'r.csv:2: a carriage return' compare r.csv r.csv
    # nor does one hide a node or a change in a comment
    printf 'a\n# two\rb\n' >n.csv
    refused 'n.csv:2: a carriage return' shares --nodes-file n.csv
    printf '# two\radd x\nadd y\n' >h
    refused 'h:1: a carriage return' shares --nodes 3 --history h
    # the one before LF is the line's end, and in a plain keys file it is a byte like any other
    printf 'a,2\r\nb\r\n' >n.csv
    [ "$("$RINGMARK" shares --nodes-file n.csv | cut -d, -f1,2 | tr '\n' ' ')" = 'node,weight a,2 b,1 ' ]
    [ "$(printf 'x\ry\nz\r\nz\r' | "$RINGMARK" locate --nodes 3 --format json | grep -o '"key": "[^"]*"' | cut -d'"' -f4 | xargs -d '\n')" = 'x\ry z z\r' ]
}

@test "a byte order mark is no part of the first name, change or key" {
    printf '\xef\xbb\xbfa\nb\n' >n.csv
    [ "$("$RINGMARK" shares --nodes-file n.csv | sed -n '2s/,.*//p')" = a ]
    printf '\xef\xbb\xbfremove node-0-1\r\n' >h
    [ "$("$RINGMARK" shares --nodes 2 --past h | pick node)" = node-0-0 ]
    printf '\xef\xbb\xbfa\nb\n' >k
    refused 'byte order mark' shares --nodes 2 --keys-file k
    refused 'byte order mark' locate --nodes 2 --keys-file k
    [ "$(printf '\xef\xbb\xbfa\0b\0' | "$RINGMARK" locate -0 --keys-file - --nodes 2 | wc -l)" -eq 3 ]
    printf '\xef\xbb\xbfa,2\nb,1\n' >k
    [ "$("$RINGMARK" shares --nodes 1 --keys-file k --key-weights | pick keys)" = 3 ]
}

@test "a header may be spelt in capitals, and what is taken for none says so" {
    printf 'Name,WEIGHT\na,2\nb,1\n' >n.csv
    [ "$("$RINGMARK" shares --nodes-file n.csv | pick node weight | tr '\n' ' ')" = 'a,2 b,1 ' ]
    printf 'host,weight\na,2\n' >n.csv
    refused 'if this line is a header, its first field is name' shares --nodes-file n.csv
    printf 'a;2\nb\n' >n.csv
    refused 'fields are separated by commas' shares --nodes-file n.csv
    printf 'add a;2\n' >h
    refused "h:1: 'a;2' has a semicolon" shares --nodes 3 --history h
    printf 'add "a;2"\n' >h
    [ "$("$RINGMARK" shares --nodes 1 --history h | pick node | tail -n 1)" = 'a;2' ]
    printf '"a;2"\nb\n' >n.csv
    [ "$("$RINGMARK" shares --nodes-file n.csv | pick node | head -n 1)" = 'a;2' ]
    printf 'Name\nb\n' >n.csv
    [ "$("$RINGMARK" shares --nodes-file n.csv | pick node | head -n 1)" = Name ]
}

@test "compressed keys are not counted as if they were lines" {
    printf 'a\nb\n' | gzip >k.gz
    refused 'compressed (gzip)' shares --nodes 2 --keys-file k.gz
    refused 'compressed (gzip)' locate --nodes 2 --keys-file k.gz
    printf '\x28\xb5\x2f\xfd\x04\x00' >k.zst
    refused 'compressed (zstd)' skew --nodes 2 --keys-file k.zst
}

@test "no keys at all is bad input for every command that counts them" {
    refused 'no keys in standard input' locate --nodes 2
    refused 'no keys in standard input' shares --nodes 2 --keys-file -
}

@test "results that were cut inside their last line are refused" {
    "$RINGMARK" skew --nodes 3 --output a.csv
    head -c -1 a.csv >cut.csv
    refused 'cut.csv:2: the last line does not end' compare a.csv cut.csv
    "$RINGMARK" compare a.csv a.csv >/dev/null
}

@test "sizes that do not fit are said in units that fit them" {
    [ -z "${RINGMARK_SANITIZED-}" ] || skip 'a sanitizer takes more addresses'
    code=0
    (ulimit -v 400000 && "$RINGMARK" skew --nodes 1000 --vnodes 60000) >out 2>err || code=$?
    [ "$code" -eq 2 ]
    grep -qE 'take at least [0-9.]+ GB of memory, and there are [0-9.]+ MB' err
}

@test "an interrupted race of rivals gives no verdict on answers" {
    for delay in 0.1 0.3 0.7; do
        code=0
        timeout --foreground --preserve-status -s INT $delay "$RINGMARK" rivals --repeat 1000 >out 2>err || code=$?
        [ "$code" -eq 130 ]
        ! grep -q 'wrong' err
    done
}

@test "what measures for a command that is killed does not outlive it" {
    ${CC:-cc} -shared -fPIC -I"$BATS_TEST_DIRNAME/../.." -o toy.so "$BATS_TEST_DIRNAME/../plugins/toy.c"
    "$RINGMARK" lookup --plugin ./toy.so --nodes 100 --repeat 1000000 >/dev/null 2>&1 3>&- &
    parent=$!
    for _ in $(seq 50); do
        child=$(pgrep -P $parent | head -n 1) && [ -n "$child" ] && break
        sleep 0.1
    done
    [ -n "$child" ]
    kill -9 $parent
    for _ in $(seq 50); do
        state=$(sed 's/.*) //; s/ .*//' "/proc/$child/stat" 2>/dev/null) || state=gone
        case $state in Z | X | gone | '') return 0 ;; esac
        sleep 0.1
    done
    kill -9 "$child"
    return 1
}
