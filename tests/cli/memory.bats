#!/usr/bin/env bats
# Memory that runs out: with one allocation of a command failing, or all from one on, it ends as with enough of it, or with
# one line and exit 2. A sample of the allocations is tried; with RINGMARK_LONG=1 each of them, both ways.

setup_file() {
    export OBJECTS=$BATS_FILE_TMPDIR
    # CC may be a command with arguments
    ${CC:-cc} -O1 -shared -fPIC -o "$OBJECTS/failing.so" "$BATS_TEST_DIRNAME/failing_memory.c" -ldl
    ${CC:-cc} -O1 -shared -fPIC -I"$BATS_TEST_DIRNAME/../.." -o "$OBJECTS/toy.so" "$BATS_TEST_DIRNAME/../plugins/toy.c"
}

setup() {
    [ -z "${RINGMARK_SANITIZED-}" ] || skip 'a sanitizer has an allocator of its own'
    RINGMARK=$(realpath "${RINGMARK:-build/ringmark}")
    cd "$BATS_TEST_TMPDIR" || return
    shopt -s extglob
    ulimit -c 0
    printf 'name,weight,zone\na,1,x\nb,2,y\nc,1,z\n' >nodes.csv
    printf 'user:1\nuser:2\n' >keys
}

# How many allocations are tried where not all are.
SAMPLE=3

# once ARGUMENTS...: runs the command, with the environment that is set; leaves $code, $out and $said.
once() {
    code=0
    LD_PRELOAD=$OBJECTS/failing.so "$RINGMARK" "$@" >out 2>said <"${input:-/dev/null}" || code=$?
    out=$(<out) said=$(<said)
    # times are never the same; that there is one is
    if [ -n "${timed-}" ]; then out=${out//+([0-9.e+-])/N} said=; fi
    if [ -n "${file-}" ]; then
        out+=$([ ! -e "$file" ] || cat "$file" "$file.json" | grep -vE '"(started|load|command_line)"|^ +[0-9.]+,?$')
        rm -f "$file" "$file.json" "$file.partial"
    fi
}

# The lines on stderr that a run with enough memory does not say.
new_lines() {
    local line
    while IFS= read -r line; do
        [ -z "$line" ] || [[ $'\n'$whole_said$'\n' == *$'\n'"$line"$'\n'* ]] || echo "$line"
    done <said
}

# try N ON ARGUMENTS...: the N-th allocation fails; ON=1: and all after it.
try() {
    local n=$1 on=$2
    shift 2
    FAIL_AT=$n FAIL_ON=$on once "$@"
    tried=$((tried + 1))
    [ "$code" -eq "$whole_code" ] && [ "$out" = "$whole_out" ] && [ "$said" = "$whole_said" ] && return
    mapfile -t fresh < <(new_lines)
    [ "$code" -eq 2 ] && [ "${#fresh[@]}" -eq 1 ] && [[ ${fresh[0]} == 'ringmark: '* ]] && return
    wrong=$((wrong + 1))
    [ "$wrong" -gt 5 ] || printf 'allocation %s%s of ringmark %s: exit %s\n%s\n%s\n' "$n" "$([ "$on" -eq 0 ] || echo " and on")" "$*" "$code" \
        "$(head -n 4 said)" "$(diff <(echo "$whole_out") <(echo "$out") | head -n 4)"
}

# survives ARGUMENTS...: tries the allocations of one command.
survives() {
    local n count tried=0 wrong=0 step=${every:-1} both=1
    COUNT_TO=count once "$@"
    whole_code=$code whole_out=$out whole_said=$said count=$(<count)
    if [ "$code" -ne 0 ] || [ -z "$out" ] || [ "$count" -le "$SAMPLE" ]; then
        echo "ringmark $*: exit $code"
        cat said
        return 1
    fi
    [ "${RINGMARK_LONG-}" = 1 ] || step=$((count / SAMPLE)) both=0
    for ((n = count > ${last:-$count} ? count - last + 1 : 1; n <= ${first:-$count}; n += step)); do
        if [ "$both" -eq 1 ] || [ $((n / step % 2)) -eq 0 ]; then try "$n" 0 "$@"; fi
        if [ "$both" -eq 1 ] || [ $((n / step % 2)) -eq 1 ]; then try "$n" 1 "$@"; fi
    done
    [ "${RINGMARK_LONG-}" != 1 ] || echo "# ringmark $*: $tried runs, $wrong wrong" >&3
    [ "$tried" -ge "$SAMPLE" ] && [ "$wrong" -eq 0 ]
}

@test "the injected failure is seen" {
    FAIL_AT=1 once list hashes --format csv
    [ "$code" -eq 2 ]
    [[ $said == *'out of memory'* ]]
    COUNT_TO=count once list hashes --format csv
    [ "$code" -eq 0 ]
    [ "$(<count)" -gt 100 ]
    FAIL_AT=$(($(<count) + 1)) once list hashes --format csv
    [ "$code" -eq 0 ]
}

@test "no figure of the ideal ring is left out" {
    # the last allocations, all of them: GSL's are there
    RINGMARK_LONG=1 last=12 survives skew --nodes 5 --vnodes 4 --jobs 1 --format csv
}

@test "skew and shares" {
    survives skew --nodes 5 --vnodes 4 --jobs 1 --format csv
    survives skew --nodes 5 --vnodes 4 --sets 4 --jobs 2 --format json
    survives skew --nodes-file nodes.csv --vnodes 4 --keys 100 --replicas 2 --group-by zone --jobs 1 --format csv
    survives shares --nodes-file nodes.csv --vnodes 4 --keys 100 --format csv
}

@test "quality" {
    survives quality --nodes 3 --vnodes 8 --sets 1 --hash xxh64 --scheme java --jobs 1 --format csv
}

@test "move, diff and loads" {
    survives move --nodes 4 --vnodes 4 --change add,remove --sets 2 --jobs 1 --format csv
    survives move --nodes 4 --vnodes 4 --change add --replicas 2 --jobs 2 --format csv
    survives diff --nodes 4 --vnodes 4 --against --vnodes=5 --keys 100 --format csv
    survives loads --nodes 4 --vnodes 4 --load-factor 1.25 --keys 50 --jobs 1 --format csv
}

@test "plan, with nothing left out" {
    survives plan --nodes 4 --peak 1.5 --no-measure --jobs 1 --format csv
    survives plan --nodes-file nodes.csv --peak 2 --no-measure --jobs 1 --format csv
}

@test "locate, points and list" {
    input=keys survives locate --nodes 5 --vnodes 4 --replicas 2 --format csv
    survives points --nodes 3 --vnodes 4 --format csv
    survives list presets --format csv
    survives help skew
}

@test "exact, whose bytes and allocations the gate reads" {
    survives exact --nodes 3 --vnodes 4 --keys 100 --format csv
    survives exact --preset nginx --nodes-file nodes.csv --keys 100 --format csv
}

@test "OpenSSL, which is started in the middle" {
    # five thousand allocations, nearly all of them one loop of its own
    every=5 survives exact --nodes 3 --vnodes 4 --keys 100 --hash md5 --calls-only --format csv
}

@test "OpenSSL that cannot start is a status of the library, and no crash" {
    [ -n "${RINGMARK_LIBS-}" ] || skip 'needs what make check knows of the build'
    read -r -a libraries <<<"$RINGMARK_LIBS"
    ${CC:-cc} -I"$BATS_TEST_DIRNAME/../.." "$BATS_TEST_DIRNAME/digest_of_abc.c" "$RINGMARK_STATIC" "${libraries[@]}" -o digest
    # MD5 of abc is 900150983cd24fb0..., read as a little-endian number
    [ "$(./digest)" = b04fd23c98500190 ]
    for n in {1..70}; do
        code=0
        FAIL_AT=$n LD_PRELOAD=$OBJECTS/failing.so ./digest >out 2>&1 || code=$?
        echo "$code $(<out)"
    done | sort | uniq -c | awk '{ $1 = $1; print }' >ends
    # some failures OpenSSL itself makes up for
    awk '$2 == 1 { refused += $1; next } $2 != 0 || $3 != "b04fd23c98500190" { bad = 1 }
         END { exit bad || refused <= 40 }' ends
}

@test "compare and history" {
    "$RINGMARK" skew --nodes 5 --vnodes 4 --sets 2 --output base.csv
    survives compare base.csv base.csv --format csv
    printf '{"results": [{"command": "a", "times": [1.01, 1.02, 1.03], "exit_codes": [0, 0, 0]}]}' >a.json
    survives compare a.json a.json --format csv
    { echo case,figure,revision,value; for i in {1..40}; do echo "a,ns,r$i,$((100 + i % 3 + (i > 20 ? 20 : 0)))"; done; } >h.csv
    printf 'case,revision,reason\na,r21,"new hash, wanted"\n' >accepted.csv
    survives history h.csv accepted.csv --format csv
}

@test "a file and the facts beside it" {
    file=out.csv survives skew --nodes 5 --vnodes 4 --jobs 1 --output out.csv
}

@test "a plugin, whose child says it once" {
    # the first allocations, all of them: a child that tries to load the plugin is there
    RINGMARK_LONG=1 first=22 survives skew --plugin "$OBJECTS/toy.so" --nodes 5 --keys 100 --jobs 1 --format csv
    survives skew --plugin "$OBJECTS/toy.so" --nodes 5 --keys 100 --jobs 1 --format csv
    survives skew --plugin "$OBJECTS/toy.so" --algorithm ring --nodes 5 --vnodes 4 --keys 100 --jobs 2 --format csv
}

@test "what measures time" {
    timed=1
    survives lookup --nodes 3 --vnodes 4 --quick --repeat 1 --stage hash --mode loop --format csv
    survives hash --hash xxh3 --key-bytes 8 --quick --repeat 1 --format csv
    survives rivals --verify --quick --filter sort --format csv
    timed='' survives build --nodes 3 --vnodes 4 --verify --format csv
}
