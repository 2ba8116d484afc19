#!/usr/bin/env bats
# Help, version, list and completion: everything that is read out of the tables.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
}

@test "the version is one line on stdout" {
    [ "$("$RINGMARK" --version 2>"$work/err")" = 'ringmark 0.1.0' ]
    [ "$("$RINGMARK" skew --version)" = 'ringmark 0.1.0' ]
    [ ! -s "$work/err" ]
}

@test "help names every command with its question" {
    "$RINGMARK" --help >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ]
    for command in lookup hash build skew shares quality move diff loads locate points list; do
        grep -q "^  $command  *[A-Z].*" "$work/out"
    done
    [ "$("$RINGMARK" help)" = "$(cat "$work/out")" ]
}

@test "help of a command shows its options with defaults, and its example" {
    for command in lookup hash build skew shares quality move diff loads locate points list; do
        "$RINGMARK" help "$command" >"$work/out"
        [ "$("$RINGMARK" "$command" --help)" = "$(cat "$work/out")" ]
        grep -q "^Usage: ringmark $command " "$work/out"
        grep -q '^Example:' "$work/out"
        grep -q -- '--seed S .*(default: 1)' "$work/out"
    done
    "$RINGMARK" help skew | grep -q -- '--vnodes LIST .*(default: 160)'
}

@test "help says how a nodes file looks, for every command that reads one" {
    for command in skew shares move loads locate points lookup build; do
        "$RINGMARK" help "$command" | grep -q 'A nodes file:'
    done
    run "$RINGMARK" help hash
    [[ $output != *'A nodes file:'* ]]
}

@test "help fits 100 columns" {
    for command in '' lookup hash build skew shares quality move diff loads locate points list; do
        # shellcheck disable=SC2086
        [ "$("$RINGMARK" help $command | awk '!/^  (ringmark|echo) / && length > 100' | wc -l)" -eq 0 ]
    done
}

@test "help that cannot be written is one line and exit 2" {
    code=0
    "$RINGMARK" --help >/dev/full 2>"$work/err" || code=$?
    [ "$code" -eq 2 ]
    [ "$(wc -l <"$work/err")" -eq 1 ]
}

@test "a reader that goes away ends help and list quietly" {
    for arguments in --help 'list --format table' 'list --format csv'; do
        # shellcheck disable=SC2086
        { sleep 0.1 && "$RINGMARK" $arguments 2>"$work/err" && echo good >"$work/code"; } | true
        [ "$(cat "$work/code")" = good ]
        [ ! -s "$work/err" ]
        rm "$work/code"
    done
}

@test "list has one header row and every section" {
    "$RINGMARK" list --format csv >"$work/out"
    [ "$(grep -c '^section,' "$work/out")" -eq 1 ]
    head -1 "$work/out" | grep -q '^section,name,bits,value_bits,can,summary,source,value,default,commands,example'
    [ "$(sed 1d "$work/out" | cut -d, -f1 | uniq | tr '\n' ' ')" = \
        'algorithms hashes presets indexes kernels schemes commands options ' ]
}

@test "list names what there is" {
    for hash in fnv1-32 fnv1a-32 fnv1-64 fnv1a-64 fnv1a-32-mix fnv1a-64-mix java-fnv1-32 md5 sha1 sha256 xxh32 xxh64 \
        xxh3 crc32 murmur3-32 murmur3-128 one-at-a-time blake2b u64 murmur2-32 murmur2-64a \
        murmur2-kafka siphash-2-4 java-hashcode djb2 sdbm crc32c crc16 adler32; do
        "$RINGMARK" list hashes --format csv | grep -q "^hashes,$hash,"
    done
    for algorithm in ring jump modulo; do
        "$RINGMARK" list algorithms --format csv | grep -q "^algorithms,$algorithm,"
    done
    for index in auto line btree plain eytzinger bsearch tree; do
        "$RINGMARK" list indexes --format csv | grep -q "^indexes,$index,"
    done
    [ "$("$RINGMARK" list commands --format csv | sed 1d | wc -l)" -ge 9 ]
}

@test "list presets says of each system what the rules are, as text and as rows" {
    "$RINGMARK" list presets --format csv >"$work/csv"
    "$RINGMARK" list presets --format table >"$work/text"
    for preset in java-fnv-plain java-fnv dubbo ribbon ribbon-intent xxl-job ketama libmemcached libmemcached-weighted spymemcached \
        spymemcached-lib twemproxy twemproxy-modula nginx nginx-plain haproxy envoy-ring envoy-maglev groupcache uhashring \
        uhashring-ketama redis-cluster; do
        [ "$(grep -c "^presets,$preset," "$work/csv")" -eq 1 ] || { echo "no row of $preset"; false; }
        [ "$(grep -c "^  $preset: " "$work/text")" -eq 1 ] || { echo "no text of $preset"; false; }
    done
    presets=$(sed 1d "$work/csv" | wc -l)
    [ "$(grep -c '^  [a-z]' "$work/text")" -eq "$presets" ]
    for title in 'hash of keys' 'hash of points' labels 'circle, bits' weights 'equal positions' lookup 'node down' takes source 'checked against'; do
        [ "$(grep -c "^    $title  *[^ ]" "$work/text")" -eq "$presets" ]
    done
    awk '/^  [a-z]/ { on = /^  dubbo:/ } on' "$work/text" >"$work/dubbo"
    grep -q '^    virtual nodes  *160$' "$work/dubbo"
    grep -q '^    takes  *--vnodes$' "$work/dubbo"
    [ "$(awk 'length > 100' "$work/text" | wc -l)" -eq 0 ]
    "$RINGMARK" list presets --format json | grep -q '"hashes": *"fnv1a_64 one_at_a_time md5'
}

@test "list takes several sections, each once" {
    [ "$("$RINGMARK" list kernels hashes --format csv | sed 1d | cut -d, -f1 | uniq | tr '\n' ' ')" = 'hashes kernels ' ]
    code=0
    "$RINGMARK" list hashes hashes >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -s "$work/out" ]
    code=0
    "$RINGMARK" list hashs >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq 2 ] && grep -qF 'did you mean hashes?' "$work/err" && [ ! -s "$work/out" ]
}

@test "the kernels name the indexes, hashes and algorithms that run them" {
    RINGMARK_ISA=scalar "$RINGMARK" list kernels --format csv |
        grep -q '^kernels,scalar,.*indexes: .*plain.*; hashes: .*md5.*; algorithms: .*modulo'
    # OpenSSL's SHA digests and lookups of modulo have no kernel of any other instruction set
    [ "$("$RINGMARK" hash --hash sha1 --verify --format csv | cut -d, -f2 | sort -u | tr '\n' ' ')" = 'isa scalar ' ]
}

@test "exactly one kernel is chosen, and RINGMARK_ISA chooses it" {
    [ "$("$RINGMARK" list kernels --format csv | grep -c chosen)" -eq 1 ]
    RINGMARK_ISA=scalar "$RINGMARK" list kernels --format csv | grep -q '^kernels,scalar,.*chosen'
}

@test "list options says which commands take each" {
    "$RINGMARK" list options --format csv | grep -q '^options,--change,.*,move loads,'
    "$RINGMARK" list options --format csv | grep -q '^options,--seed,.*skew.*list'
}

@test "the readable list has a heading a section" {
    "$RINGMARK" list --format table >"$work/out"
    [ "$(grep -c '^[A-Z]' "$work/out")" -eq 8 ]
}

# complete WORD...: what completion offers for the last word.
complete_words() {
    bash -c '
        source scripts/completion.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _ringmark
        printf "%s\n" "${COMPREPLY[@]}"' bash "$RINGMARK" "$@"
}

@test "completion offers commands, options and values out of the tables" {
    [ "$(complete_words sk)" = skew ]
    [ "$(complete_words move --chan)" = --change ]
    [ -z "$(complete_words skew --chan)" ]
    [ "$(complete_words skew --hash murmur3 | tr '\n' ' ')" = 'murmur3-128 murmur3-32 murmur3-cassandra ' ]
    [ "$(complete_words skew --hash md5,sha2)" = md5,sha256 ]
    [ "$(complete_words skew --algorithm = mod)" = modulo ]
    [ "$(complete_words list ker)" = kernels ]
    [ "$(complete_words quality --scheme java,ind)" = java,index-first ]
    [ "$(complete_words skew --preset ngi | tr '\n' ' ')" = 'nginx nginx-plain ' ]
    [ "$(complete_words locate --preset haproxy --hash djb2 | tr '\n' ' ')" = 'djb2-avalanche djb2 ' ]
    [ "$(complete_words diff --ag)" = --against ]
}
