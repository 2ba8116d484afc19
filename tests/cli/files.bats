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
        grep -q 'standard output: No space left on device; free some space$' "$work/stderr"
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
    grep -q "standard input:3: the key 'three'" "$work/stderr"
    [ "$(ls -A "$work/out")" = x.csv ]
    [ "$(cat "$work/out/x.csv")" = old ]
}

# late_folder NAME TEXT: a run with both files of before; NAME becomes a folder while the run waits for its keys.
# It ends with one line that holds TEXT and leaves its rows, as it cannot name them.
late_folder() {
    local run tries=0
    rm -rf "$work/out" "$work/keys"
    mkdir "$work/out"
    mkfifo "$work/keys"
    echo 'old rows' >"$work/out/x.csv"
    echo 'old facts' >"$work/out/x.json"
    "$RINGMARK" locate --nodes 3 --output "$work/out/x.csv" <"$work/keys" 2>"$work/stderr" &
    run=$!
    exec 7>"$work/keys"
    echo first >&7
    until [ -s "$work/out/x.csv.partial.json" ]; do
        [ $((tries += 1)) -lt 500 ]
        sleep 0.02
    done
    rm "$work/out/$1"
    mkdir "$work/out/$1"
    echo key >&7
    exec 7>&-
    code=0
    wait "$run" || code=$?
    [ "$code" -eq 2 ]
    [ "$(wc -l <"$work/stderr")" -eq 1 ]
    grep -q "$2.*; the rows are in .*/x.csv.partial" "$work/stderr"
    [ "$(ls -A "$work/out")" = $'x.csv\nx.csv.partial\nx.csv.partial.json\nx.json' ]
    grep -q '^key,' "$work/out/x.csv.partial"
}

@test "rows and their metadata get their names together or not at all" {
    late_folder x.json 'x.json: Is a directory'
    [ "$(cat "$work/out/x.csv")" = 'old rows' ]

    late_folder x.csv 'x.csv: Is a directory'
    [ "$(cat "$work/out/x.json")" = 'old facts' ]
}

@test "a run that ends well replaces both files, and nothing stays beside them" {
    echo 'old rows' >"$work/out/x.csv"
    echo 'old facts' >"$work/out/x.json"
    echo key | "$RINGMARK" locate --nodes 3 --output "$work/out/x.csv"
    [ "$(ls -A "$work/out")" = $'x.csv\nx.json' ]
    grep -q '^key,' "$work/out/x.csv"
    grep -q '"rows": 1' "$work/out/x.json"
}

@test "a file that grows past the limit of its size is one line, and what was there stays" {
    echo 'old rows' >"$work/out/x.csv"
    code=0
    (
        ulimit -f 4
        seq 1 100000 | "$RINGMARK" locate --nodes 3 --output "$work/out/x.csv" 2>"$work/stderr"
    ) || code=$?
    [ "$code" -eq 2 ]
    [ "$(wc -l <"$work/stderr")" -eq 1 ]
    rows=$(($(wc -l <"$work/out/x.csv.partial") - 1))
    [ "$rows" -gt 10 ]
    grep -q "x.csv: File too large; the $rows finished rows are in .*/x.csv.partial; raise the limit (ulimit -f)" \
        "$work/stderr"
    [ "$(ls -A "$work/out")" = $'x.csv\nx.csv.partial\nx.csv.partial.json' ]
    [ "$(cat "$work/out/x.csv")" = 'old rows' ]
    # a row that is cut is none
    seq 1 100000 | "$RINGMARK" locate --nodes 3 --format csv | head -n $((rows + 1)) | cmp - "$work/out/x.csv.partial"
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
    until [ -e "$work/out/x.csv.partial" ] && [ "$(wc -l <"$work/out/x.csv.partial")" -ge 2 ]; do
        kill -0 "$pid"
        sleep 0.1
    done
    kill -TERM "$pid"
    code=0
    wait "$pid" || code=$?
    cat "$work/stderr"
    [ "$code" -eq 143 ]
    [ "$(ls -A "$work/out")" = $'x.csv.partial\nx.csv.partial.json' ]
    grep -q '"rows"' "$work/out/x.csv.partial.json"
    [ "$(wc -l <"$work/out/x.csv.partial")" -ge 2 ]
    [ "$(tail -n 1 "$work/out/x.csv.partial" | tr -cd , | wc -c)" -eq "$(head -n 1 "$work/out/x.csv.partial" | tr -cd , | wc -c)" ]
    grep -q 'x.csv.partial' "$work/stderr"
}

# kept TEXT ARGUMENTS...: exit 2 with one line that holds TEXT, stdin from $input, and $work/in is as it was.
kept() {
    local text=$1 code=0 before after
    shift
    before=$(cd "$work/in" && ls -lAR && find . -type f -exec cat {} +)
    "$RINGMARK" "$@" >"$work/stdout" 2>"$work/stderr" <"${input:-/dev/null}" || code=$?
    after=$(cd "$work/in" && ls -lAR && find . -type f -exec cat {} +)
    cat "$work/stderr"
    [ "$code" -eq 2 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ] && grep -qF -- "$text" "$work/stderr" && [ "$before" = "$after" ]
}

@test "what is read is never written" {
    mkdir "$work/in"
    cd "$work/in"
    printf 'a\nb\n' >n.csv
    ln -s n.csv link
    ln n.csv hard
    cp n.csv n.json
    for path in n.csv ./n.csv "$work/in/n.csv" link hard; do
        kept 'are the same file; name another --output' skew --nodes-file n.csv --output "$path"
        kept 'are the same file; name another --output' locate --nodes 3 --keys-file n.csv --output "$path"
        input=n.csv kept 'and standard input are the same file' locate --nodes 3 --output "$path"
        input=n.csv kept 'the same file' shares --nodes 3 --keys-file - --output "$path"
        kept 'name another --samples' build --nodes-file n.csv --samples "$path"
    done
    kept 'n.json of --output n.csv and --nodes-file n.json' skew --nodes-file n.json --output n.csv
    mv n.json m.csv.partial
    kept 'm.csv.partial of --output' skew --nodes-file m.csv.partial --output m.csv
    kept '--output x.csv and --samples ./x.csv are the same' build --output x.csv --samples ./x.csv
    kept 'x.json of --output x.csv and --samples x.json' build --output x.csv --samples x.json
    kept 'y.json of --output y and y.json of --samples y.csv' hash --output y --samples y.csv
    "$RINGMARK" skew --nodes-file n.csv --output /dev/null
}

@test "a place for the metadata is looked for before anything is measured" {
    mkdir "$work/in" "$work/in/x.json" "$work/in/y.csv.partial"
    kept 'x.json of --output' skew --nodes 3 --output "$work/in/x.csv"
    kept 'y.csv.partial of --output' skew --nodes 3 --output "$work/in/y.csv"
    mkfifo "$work/in/z.json"
    kept 'z.json of --output' skew --nodes 3 --output "$work/in/z.csv"
    kept 'File name too long' skew --nodes 3 --output "$work/in/$(printf '%0251d' 0)"
}

@test "a link that leads to nothing yet stays, and its file is written" {
    mkdir "$work/in"
    ln -s ../in/real.csv "$work/out/link.csv"
    "$RINGMARK" skew --nodes 3 --output "$work/out/link.csv"
    [ -L "$work/out/link.csv" ]
    [ "$(wc -l <"$work/in/real.csv")" -eq 2 ]
    ln -s loop "$work/out/loop"
    code=0
    "$RINGMARK" skew --nodes 3 --output "$work/out/loop" 2>"$work/stderr" || code=$?
    [ "$code" -eq 2 ]
    [ "$(wc -l <"$work/stderr")" -eq 1 ]
}

# interrupted SIGNAL ROWS ARGUMENTS...: ends within seconds with 128 + the signal and so many rows, all whole.
interrupted() {
    local signal=$1 rows=$2 code=0
    shift 2
    env --default-signal "$RINGMARK" "$@" --output "$work/out/x.csv" --format csv 2>"$work/stderr" &
    local pid=$!
    for ((i = 0; i < 100; i++)); do
        [ -z "$(ls -A "$work/out")" ] || break
        sleep 0.1
    done
    sleep 0.3
    kill -s "$signal" "$pid"
    SECONDS=0
    wait "$pid" || code=$?
    cat "$work/stderr"
    [ "$SECONDS" -le "${RINGMARK_SANITIZED:+4}20" ] # not for ever: what is in hand ends first, on a busy machine too
    [ "$code" -eq $((128 + $(kill -l "$signal"))) ]
    [ "$(ls -A "$work/out")" = $'x.csv.partial\nx.csv.partial.json' ]
    [ "$(wc -l <"$work/out/x.csv.partial")" -eq $((rows + 1)) ]
    rm -f "$work"/out/*
}

@test "an interrupt ends a long measurement soon, and what it met gives no row" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    interrupted TERM 0 skew --nodes 5 --keys 100000000000
    interrupted INT 0 skew --nodes 5 --vnodes 1,2,3 --keys 100000000000 --jobs 2
    interrupted HUP 0 move --nodes 5 --change add --keys 100000000000
    interrupted QUIT 0 lookup --nodes 5 --repeat 100000 --stage search
    interrupted TERM 0 hash --repeat 100000
    interrupted TERM 0 build --nodes 5 --repeat 1000000
    interrupted INT 0 diff --nodes 50 --keys 100000000000 --against '--hash md5'
    if grep -q agree "$work/stderr"; then false; fi # not all keys were looked at
    # what moves when each of many nodes is removed is averaged over them, for minutes
    interrupted INT 0 exact --algorithm maglev --nodes 10000
}

@test "interrupted shares are no shares" {
    env --default-signal "$RINGMARK" shares --nodes 5 --keys 100000000000 --format csv >"$work/stdout" 2>"$work/stderr" &
    sleep 0.5
    kill -TERM $!
    code=0
    wait $! || code=$?
    [ "$code" -eq 143 ]
    [ "$(wc -l <"$work/stdout")" -eq 1 ]
    grep -q 'interrupted: standard output holds the 0 finished rows' "$work/stderr"
}

@test "keys that are none, or of no weight, are refused where they are counted" {
    : >"$work/keys"
    printf 'a,0\nb,0\n' >"$work/weights"
    for command in skew shares 'move --change add' 'skew --algorithm jump' 'move --algorithm jump --change add'; do
        # shellcheck disable=SC2086
        refused "no keys in $work/keys" $command --nodes 3 --keys-file "$work/keys"
        # shellcheck disable=SC2086
        refused "no keys with a weight in $work/weights" $command --nodes 3 --keys-file "$work/weights" --key-weights
    done
    refused 'no keys in standard input' shares --nodes 3 --keys-file - </dev/null
    refused 'no keys in standard input' locate --nodes 3 </dev/null
}

@test "weights that add up to more than a number holds" {
    printf 'a,1\nb,1e308\nc,1e308\nd,1e308\n' >"$work/keys"
    refused "$work/keys:2: the weight '1e308' is not a decimal number from 0 to 1000000000000" \
        shares --keys-file "$work/keys" --key-weights
}

@test "a stdin that is closed has no keys to give" {
    code=0
    "$RINGMARK" locate --nodes 3 <&- >"$work/stdout" 2>"$work/stderr" || code=$?
    [ "$code" -eq 2 ]
    grep -q 'cannot read standard input' "$work/stderr"
}

@test "fewer points than nodes" {
    printf 'a\nb\nc,0\n' >"$work/nodes.csv"
    refused '--total-points 1 is less than the 2 nodes; each needs a point' shares --nodes-file "$work/nodes.csv" --total-points 1
    "$RINGMARK" shares --nodes-file "$work/nodes.csv" --total-points 2
}

@test "more than the memory holds is refused before it is taken" {
    refused '--sets 4294967295: the results take' skew --nodes 3 --sets 4294967295
    refused '--sets 4294967295: the results take' move --nodes 3 --sets 4294967295
    # just above what fits without an index, and with one
    memory=$(awk '/MemTotal/ { print $2 * 1024 }' /proc/meminfo)
    refused 'of memory' skew --nodes 1 --vnodes "$(awk -v m="$memory" 'BEGIN { printf "%d", m / 35 }')" --keys 1
    refused 'of memory' move --nodes 1 --vnodes "$(awk -v m="$memory" 'BEGIN { printf "%d", m / 47 }')" --change add
}
