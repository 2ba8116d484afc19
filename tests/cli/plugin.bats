#!/usr/bin/env bats
# --plugin: foreign rings as algorithms, and what happens when one breaks. The plugins are in tests/plugins.

bats_require_minimum_version 1.5.0
setup_file() {
    export PLUGINS=$BATS_FILE_TMPDIR
    build toy
    for what in CRASH HANG RANGE CREATE_CRASH NO_RING LOAD_CRASH LOAD_HANG VERSION NAME TAKEN FIELD SYMBOL NULL_ENTRY; do
        build broken "$what" -DBROKEN_$what
    done
    for what in FORK NOISE STOPS ENTRY_EXIT WILD_ENTRY; do build broken "$what" -DBROKEN_$what; done
    for what in 0 2 3; do build broken EXIT$what -DBROKEN_EXIT=$what; done
}

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv
}

# build SOURCE [NAME [FLAG...]]: $PLUGINS/NAME.so
build() {
    local source=$1 name=${2:-$1}
    shift $(($# > 1 ? 2 : 1))
    # CC may be a command with arguments
    ${CC:-cc} -O1 -shared -fPIC -I"$BATS_TEST_DIRNAME/../.." -o "$PLUGINS/$name.so" \
        "$BATS_TEST_DIRNAME/../plugins/$source.c" "$@"
}

# breaks TEXT ARGUMENTS...: exit 1, one line on stderr that holds TEXT; rows in $work/out. That a time is uncertain on a
# busy machine does not count.
breaks() {
    local text=$1 code=0
    shift
    RINGMARK_PLUGIN_SECONDS=1 "$RINGMARK" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    sed -i '/the median is uncertain by/d' "$work/err"
    if [ "$code" -ne 1 ] || [ "$(wc -l <"$work/err")" -ne 1 ] || ! grep -qF -- "$text" "$work/err"; then
        echo "ringmark $*: exit $code, wanted: $text"
        cat "$work/err" "$work/out"
        return 1
    fi
}

toy() {
    local command=$1
    shift
    "$RINGMARK" "$command" --plugin "$PLUGINS/toy.so" --format csv "$@"
}

@test "a plugin is the algorithm when none is named, and one of several when it is" {
    [ "$(toy skew --keys 1000 | pick algorithm)" = toy ]
    [ "$(toy skew --keys 1000 --algorithm ring,toy,jump --nodes 5,6 | pick algorithm nodes | xargs)" = \
        'ring,5 ring,6 toy,5 toy,6 jump,5 jump,6' ]
    # wherever it stands on the line
    [ "$("$RINGMARK" skew --algorithm toy --keys 1000 --format csv --plugin "$PLUGINS/toy.so" | pick algorithm)" = toy ]
}

@test "rows of other algorithms are those of a run without the plugin" {
    for command in skew move exact; do
        "$RINGMARK" $command --algorithm ring,jump --nodes 5,9 --keys 2000 --format csv >"$work/alone"
        toy $command --algorithm ring,jump --nodes 5,9 --keys 2000 >"$work/beside"
        cmp "$work/alone" "$work/beside"
    done
}

@test "every node of the toy ring owns about its share, by weight" {
    printf 'a,1\nb,2\nc,3\n' >"$work/nodes"
    toy shares --nodes-file "$work/nodes" --vnodes 2000 --keys 100000 >"$work/csv"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "relative_share" || $i == "key_share") at[$i] = i; next }
             { sum += $at["key_share"]; n++ } END { exit !(n == 3 && sum > .999 && sum < 1.001) }' "$work/csv"
    near "$(pick key_share <"$work/csv" | sed -n 3p)" .5 .03
}

@test "lookups of a plugin are timed and checked, alone and in batches" {
    toy lookup --quick --repeat 1 --stage search,total --mode loop,batch >"$work/csv"
    [ "$(pick mode stage <"$work/csv" | sort | xargs)" = 'batch,search batch,total loop,search loop,total' ]
    [ "$(pick checksum <"$work/csv" | sort -u | wc -l)" -eq 1 ]
    [ "$(pick memory_bytes <"$work/csv" | sort -u)" -eq $((8 + 16 * 1600)) ]
    pick ns_median label isa <"$work/csv" | awk -F, '!($1 > 0) || $2 { exit 1 }'
}

@test "samples of a plugin are written beside the rows" {
    toy lookup --quick --repeat 1 --stage search --mode loop --output "$work/rows.csv" --samples "$work/samples.csv"
    [ "$(pick algorithm <"$work/rows.csv")" = toy ]
    [ "$(pick algorithm <"$work/samples.csv" | sort -u)" = toy ]
    grep -q '"rows": 1' "$work/rows.json"
}

@test "locate, diff, build, move, exact and list know a plugin" {
    owner=$(printf 'k\n' | toy locate --nodes 4 | pick node)
    [[ $owner == node-0-[0-3] ]]
    toy diff --nodes 4 --keys 1000 --against '--algorithm jump' 2>"$work/err" >"$work/csv"
    grep -q 'they disagree on' "$work/err"
    [ "$(toy build --quick --repeat 1 --nodes 4 | pick operation | xargs)" = 'build add remove' ]
    [ "$(toy exact --nodes 4 | pick algorithm method)" = toy,keys ]
    # a ring moves nothing between two nodes that stay
    [ "$(toy move --nodes 4 --keys 10000 | pick change collateral | xargs)" = 'add,0 remove,0' ]
    toy list algorithms | grep -q '^algorithms,toy,'
}

@test "equal files give equal rows, whatever the jobs" {
    toy skew --nodes 3,4,5 --sets 4 --names 'n{set}-{index}' --keys 5000 --jobs 1 >"$work/one"
    toy skew --nodes 3,4,5 --sets 4 --names 'n{set}-{index}' --keys 5000 --jobs 3 >"$work/three"
    cmp "$work/one" "$work/three"
}

@test "what stands behind the colon goes to the plugin" {
    [ "$(toy exact --algorithm toy:detail | pick algorithm)" = toy:detail ]
    refused "unknown 'toi'" exact --plugin "$PLUGINS/toy.so" --algorithm toi
}

@test "libhashkit's hashes are a plugin" {
    build hashkit hashkit -lhashkit 2>/dev/null || skip 'libhashkit is not installed'
    "$RINGMARK" exact --plugin "$PLUGINS/hashkit.so" --algorithm hashkit,hashkit:fnv1a_64 --format csv >"$work/csv"
    [ "$(pick algorithm <"$work/csv" | xargs)" = 'hashkit hashkit:fnv1a_64' ]
    [ "$(pick digest <"$work/csv" | sort -u | wc -l)" -eq 2 ]
    refused 'libhashkit has no hash of that name' exact --plugin "$PLUGINS/hashkit.so" --algorithm hashkit:none
}

@test "a plugin that crashes takes its own cell with it and no other" {
    breaks 'broken xxh3 nodes=10 is left out: its process' skew --plugin "$PLUGINS/CRASH.so" --algorithm broken,jump \
        --nodes 3,10 --keys 1000 --format csv
    grep -q locate_batch "$work/err"
    [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 jump,3 jump,10' ]
}

@test "a plugin that ends its process takes its own cell with it, whatever the exit code" {
    for code in 0 2 3; do
        breaks "broken xxh3 nodes=10 is left out: its process ended with exit code $code in locate_batch" skew \
            --plugin "$PLUGINS/EXIT$code.so" --nodes 3,10,4 --keys 1000 --format csv
        [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 broken,4' ]
    done
}

@test "a plugin that interrupts its process is named, the others go on" {
    breaks 'broken xxh3 nodes=10 is left out: ' skew --plugin "$PLUGINS/STOPS.so" --nodes 3,10,4 --keys 1000 --format csv
    [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 broken,4' ]
}

@test "what a plugin started itself is not waited for" {
    timeout 15 "$RINGMARK" skew --plugin "$PLUGINS/FORK.so" --nodes 3,4 --keys 1000 --format csv >"$work/out" 2>"$work/err" 3>&-
    [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 broken,4' ]
}

@test "what a plugin prints is not between the rows" {
    "$RINGMARK" skew --plugin "$PLUGINS/NOISE.so" --nodes 3,4 --keys 1000 --format csv >"$work/out" 2>"$work/err"
    [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 broken,4' ]
    run ! grep noise "$work/out"
    grep -q noise "$work/err"
}

@test "a plugin that does not return is ended, and the others go on" {
    breaks 'broken xxh3 nodes=10 is left out: locate_batch has not returned for 1 s' skew --plugin "$PLUGINS/HANG.so" \
        --nodes 3,10,4 --keys 1000 --format csv
    [ "$(pick algorithm nodes <"$work/out" | xargs)" = 'broken,3 broken,4' ]
}

@test "an answer that is no node is named" {
    breaks 'broken xxh3 nodes=10 is left out: locate_batch answers node 10, and there are 10' lookup --quick \
        --repeat 1 --plugin "$PLUGINS/RANGE.so" --stage search --mode batch --nodes 10,3 --format csv
    [ "$(pick nodes <"$work/out")" = 3 ]
}

@test "a crash while a ring is made is named too" {
    breaks 'in create' exact --plugin "$PLUGINS/CREATE_CRASH.so" --format csv
}

@test "commands with one cell end the same way" {
    breaks 'is left out: its process' locate --plugin "$PLUGINS/CRASH.so" --keys 5 --format csv
    breaks 'locate_batch has not returned' diff --plugin "$PLUGINS/HANG.so" --keys 5 --against '--algorithm ring' --format csv
}

@test "what is no plugin is one line" {
    refused 'it ends the program when it is loaded' shares --plugin "$PLUGINS/ENTRY_EXIT.so"
    # a sanitizer has a page to say about the pointer that is followed
    [ -n "${RINGMARK_SANITIZED-}" ] || refused 'what rm_plugin_entry returns cannot be read' shares --plugin "$PLUGINS/WILD_ENTRY.so"
    refused 'No such file' skew --plugin "$work/none.so"
    echo text >"$work/text.so"
    refused "$work/text.so: " skew --plugin "$work/text.so"
    refused 'no symbol rm_plugin_entry' skew --plugin "$PLUGINS/SYMBOL.so"
    refused 'of version 2 of plugin.h, this ringmark reads 1' skew --plugin "$PLUGINS/VERSION.so"
    refused 'rm_plugin_entry returns NULL' skew --plugin "$PLUGINS/NULL_ENTRY.so"
    refused 'locate_batch or destroy is NULL' skew --plugin "$PLUGINS/FIELD.so"
    refused 'its name is not of' skew --plugin "$PLUGINS/NAME.so"
    refused "its name 'jump' is that of an algorithm" skew --plugin "$PLUGINS/TAKEN.so"
    refused 'loading' skew --plugin "$PLUGINS/LOAD_CRASH.so"
    RINGMARK_PLUGIN_SECONDS=1 refused 'loading does not return within 1 s' skew --plugin "$PLUGINS/LOAD_HANG.so"
    cp "$PLUGINS/toy.so" "$work/copy.so"
    refused "its name 'toy' is that of" skew --plugin "$PLUGINS/toy.so,$work/copy.so"
}

@test "a ring that is not made is one line with the plugin's reason" {
    refused 'the plugin makes no ring of 10 nodes: this one never does' skew --plugin "$PLUGINS/NO_RING.so"
}

@test "what a plugin has no use for is refused" {
    refused 'exclude each other' skew --plugin "$PLUGINS/toy.so" --preset nginx
    refused 'exclude each other' skew --plugin "$PLUGINS/toy.so" --total-points 100
    refused 'has no use for --plugin' hash --plugin "$PLUGINS/toy.so"
    refused 'has no replicas' skew --plugin "$PLUGINS/toy.so" --replicas 2
    printf 'a,1\nb,2\n' >"$work/nodes"
    refused 'cannot weight nodes' skew --plugin "$PLUGINS/CRASH.so" --nodes-file "$work/nodes"
    RINGMARK_PLUGIN_SECONDS=soon refused RINGMARK_PLUGIN_SECONDS skew --plugin "$PLUGINS/toy.so"
}
