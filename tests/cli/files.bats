#!/usr/bin/env bats
# Files that are read and written: bad ones are one line and exit 2, and nothing is left behind.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    mkdir "$work/out"
}

# refused TEXT ARGUMENTS...: exit 2, one line on stderr that holds TEXT, nothing on stdout, no file in $work/out.
refused() {
    local text=$1 code=0
    shift
    "$RINGMARK" "$@" >"$work/stdout" 2>"$work/stderr" || code=$?
    if [ "$code" -ne 2 ] || [ -s "$work/stdout" ] || [ "$(wc -l <"$work/stderr")" -ne 1 ] ||
        ! grep -qF -- "$text" "$work/stderr" || [ -n "$(ls -A "$work/out")" ]; then
        echo "ringmark $*: exit $code, wanted: $text"
        head -c 600 "$work/stderr" "$work/stdout"
        ls -A "$work/out"
        return 1
    fi
}

# bad_nodes TEXT: skew, shares and locate all refuse $work/nodes.csv.
bad_nodes() {
    local command
    for command in skew shares locate; do
        refused "$1" "$command" --nodes-file "$work/nodes.csv" --output "$work/out/x.csv" </dev/null
    done
}

@test "a nodes file that cannot be read" {
    refused 'No such file' skew --nodes-file "$work/missing.csv"
    refused 'a folder' shares --nodes-file "$work"
    refused 'No such file' locate --nodes-file "$work/nowhere/nodes.csv" </dev/null
    printf 'a\n' >"$work/nodes.csv"
    chmod 000 "$work/nodes.csv"
    if [ ! -r "$work/nodes.csv" ]; then bad_nodes 'Permission denied'; fi
}

@test "a nodes file without nodes" {
    : >"$work/nodes.csv"
    bad_nodes 'no nodes in it'
    printf '# only a comment\n\nname,weight\n' >"$work/nodes.csv"
    bad_nodes 'no nodes in it'
    printf 'a,0\nb,0\n' >"$work/nodes.csv"
    bad_nodes 'no node can own keys: every weight is 0'
}

@test "a nodes file that is no text" {
    printf 'a\nb\0c\n' >"$work/nodes.csv"
    bad_nodes 'nodes.csv:2: a NUL byte'
    { printf 'a\n'; head -c 10000000 /dev/zero | tr '\0' x; } >"$work/nodes.csv"
    bad_nodes 'nodes.csv:2: the line is longer than 1048576 bytes'
    refused 'NUL byte' skew --nodes-file <(printf 'a\0')
}

@test "mistakes in a nodes file are named with their lines" {
    printf 'a\nb\n\na\n' >"$work/nodes.csv"
    bad_nodes "nodes.csv:4: the name 'a' is on line 1 already"
    printf 'name,wieght\na,1\n' >"$work/nodes.csv"
    bad_nodes "nodes.csv:1: unknown column 'wieght'; did you mean 'weight'?"
    printf 'weight,name\n1,a\n' >"$work/nodes.csv"
    bad_nodes "nodes.csv:1: in a header 'name' comes first"
    for weight in -1 1.5 x 4294967296 99999999999999999999 1e3; do
        printf 'a,1\nb,%s\n' "$weight" >"$work/nodes.csv"
        bad_nodes "nodes.csv:2: weight '$weight' is not a whole number from 0 to 4294967295"
    done
    printf 'a,1\n"b,1\n' >"$work/nodes.csv"
    bad_nodes 'nodes.csv:2: a quote'
}

@test "line ends, a last line without one, a mark and a pipe do not matter" {
    printf 'name,weight\na,1\nb,2\n' >"$work/plain.csv"
    "$RINGMARK" shares --nodes-file "$work/plain.csv" --format csv >"$work/expected"
    [ "$(wc -l <"$work/expected")" -eq 3 ]
    printf '\xef\xbb\xbfname,weight\r\n# two nodes\r\n\r\na,1\r\nb,2' >"$work/odd.csv"
    "$RINGMARK" shares --nodes-file "$work/odd.csv" --format csv | diff "$work/expected" -
    "$RINGMARK" shares --nodes-file /dev/stdin --format csv <"$work/plain.csv" | diff "$work/expected" -
    tee "$work/copy.csv" <"$work/plain.csv" | "$RINGMARK" shares --nodes-file /dev/stdin --format csv | diff "$work/expected" -
}

@test "replicas above the nodes" {
    refused '--replicas 5 is above the 3 nodes' locate --nodes 3 --replicas 5 </dev/null
    printf 'a\nb\nc,0\n' >"$work/nodes.csv"
    refused '--replicas 3 is above the 2 nodes' locate --nodes-file "$work/nodes.csv" --replicas 3 </dev/null
}

@test "more points than can be, or more than the memory holds" {
    refused 'limit of 4294967294 points' shares --nodes 10 --vnodes 429496730
    printf 'a,4294967295\nb,4294967295\n' >"$work/nodes.csv"
    refused 'limit of 4294967294 points' shares --nodes-file "$work/nodes.csv" --vnodes 1
}

@test "output to a full disk" {
    for format in table csv json; do
        refused 'No space left on device' skew --nodes 3 --format "$format" --output /dev/full
        code=0
        "$RINGMARK" skew --nodes 3 --format "$format" >/dev/full 2>"$work/stderr" || code=$?
        [ "$code" -eq 2 ]
        [ "$(wc -l <"$work/stderr")" -eq 1 ]
        grep -q 'standard output: No space left on device' "$work/stderr"
    done
}

@test "help to a full disk" {
    code=0
    "$RINGMARK" --help >/dev/full 2>"$work/stderr" || code=$?
    [ "$code" -eq 2 ]
    grep -qx 'ringmark: cannot write standard output: No space left on device.*' "$work/stderr"
}

@test "output to a place that is not there" {
    refused 'its folder must exist' skew --nodes 3 --output "$work/missing/x.csv"
    refused 'a folder; name a file in it' skew --nodes 3 --output "$work/out"
    refused 'a folder; name a file in it' skew --nodes 3 --output "$work/out/"
    printf 'file' >"$work/file"
    refused 'Not a directory' skew --nodes 3 --output "$work/file/x.csv"
}

@test "a file gets its name when it is whole, with its metadata beside it" {
    "$RINGMARK" skew --nodes 3 --format csv >"$work/expected"
    "$RINGMARK" skew --nodes 3 --format csv --output "$work/out/x.csv" >"$work/stdout"
    [ ! -s "$work/stdout" ]
    diff "$work/expected" "$work/out/x.csv"
    [ "$(ls -A "$work/out")" = $'x.csv\nx.json' ]
    grep -q '"command_line": "ringmark skew --nodes 3' "$work/out/x.json"
    "$RINGMARK" skew --nodes 3 --format json --output "$work/out/y.json"
    [ -s "$work/out/y.json.json" ]
}

@test "a run that fails late leaves what was there before" {
    printf 'old\n' >"$work/out/x.csv"
    code=0
    printf '1\n2\nthree\n' | "$RINGMARK" locate --hash u64 --node-hash xxh3 --output "$work/out/x.csv" \
        2>"$work/stderr" || code=$?
    [ "$code" -eq 2 ]
    grep -q "key 3 'three'" "$work/stderr"
    [ "$(ls -A "$work/out")" = x.csv ]
    [ "$(cat "$work/out/x.csv")" = old ]
}

@test "keys files that cannot be read" {
    refused 'No such file' locate --keys-file "$work/missing"
    refused 'a folder' locate --keys-file "$work"
    printf 'a,1\nb\n' >"$work/keys"
    refused 'keys:2: not key,weight' shares --keys-file "$work/keys" --key-weights
    printf 'a,-1\n' >"$work/keys"
    refused "keys:1: the weight '-1'" shares --keys-file "$work/keys" --key-weights
}

@test "keys end in LF, CR LF, NUL or with the file" {
    printf 'a\nb\n\nc\n' >"$work/keys"
    "$RINGMARK" locate --format csv <"$work/keys" >"$work/expected"
    [ "$(wc -l <"$work/expected")" -eq 5 ]
    printf 'a\r\nb\r\n\r\nc' | "$RINGMARK" locate --format csv | diff "$work/expected" -
    printf 'a\0b\0\0c' | "$RINGMARK" locate -0 --keys-file - --format csv | diff "$work/expected" -
}

@test "many keys stream in little memory" {
    [ -z "$RINGMARK_SANITIZED" ] || skip 'sanitizers reserve addresses'
    keys() { yes 0123456789abcdef | head -n 10000000; }
    (
        ulimit -v 300000
        keys | "$RINGMARK" shares --keys-file - --format csv --nodes 1 >"$work/stdout"
    )
    [ "$(tail -n 1 "$work/stdout" | cut -d, -f7)" = 10000000 ]
}

@test "a reader that goes away ends the run quietly" {
    set -o pipefail
    "$RINGMARK" locate --keys 1000000 --format csv 2>"$work/stderr" | head -n 1 >/dev/null
    [ ! -s "$work/stderr" ]
}

@test "an interrupt keeps the finished rows under another name" {
    # the first row is soon there, the others take long: however slow the machine, the interrupt comes between them
    "$RINGMARK" skew --nodes 10 --vnodes 1000,100000,100001,100002,100003,100004,100005 --sets 500 \
        --jobs 1 --output "$work/out/x.csv" --format csv 2>"$work/stderr" &
    pid=$!
    while [ "$(cat "$work"/out/.ringmark-* 2>/dev/null | wc -l)" -lt 2 ]; do
        kill -0 "$pid"
        sleep 0.1
    done
    kill -TERM "$pid"
    code=0
    wait "$pid" || code=$?
    cat "$work/stderr"
    [ "$code" -eq 143 ]
    [ "$(ls -A "$work/out")" = x.csv.partial ]
    [ "$(wc -l <"$work/out/x.csv.partial")" -ge 2 ]
    [ "$(tail -n 1 "$work/out/x.csv.partial" | tr -cd , | wc -c)" -eq "$(head -n 1 "$work/out/x.csv.partial" | tr -cd , | wc -c)" ]
    grep -q 'x.csv.partial' "$work/stderr"
}
