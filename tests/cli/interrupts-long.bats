#!/usr/bin/env bats
# Every command that takes a while, interrupted at twenty moments spread over its run: 130, and no row or verdict that
# a whole run would not give.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    cd "$work" || return 1
}

# One signal reaches it: without --foreground, timeout would send another one to the whole group.
# moments ARGUMENTS...: whatever the moment, it ends with 130 and rows that it would have had anyway, or well. $timed=1:
# its rows hold times, and only their number and fields are looked at. At least one moment has met it.
moments() {
    local met=0 began whole delay code
    began=$(date +%s%N)
    "$RINGMARK" "$@" --format csv >whole 2>said || [ $? -eq 1 ]
    whole=$(($(date +%s%N) - began))
    for ((i = 1; i <= 20; i++)); do
        rm -f x.*
        delay=$(awk -v ns="$whole" -v i="$i" 'BEGIN { printf "%.3f", 0.01 + ns * 1e-9 * (i - 0.5) / 20 }')
        code=0
        env --default-signal timeout --foreground --preserve-status -s INT "$delay" "$RINGMARK" "$@" --format csv --output x.csv 2>said ||
            code=$?
        ended "$code" || { echo "ringmark $*: after $delay s of $whole ns: exit $code" && cat said && ls -A && return 1; }
        [ "$code" -ne 130 ] || met=$((met + 1))
    done
    [ "$met" -gt 0 ]
}

# ended CODE: as it should after an interrupt with this exit code.
ended() {
    local left
    left=$(echo x.*)
    [[ $1 =~ ^(0|1|130)$ ]] || return 1
    case $left in
        x.csv\ x.json) as_whole x.csv ;; # it came when all was done, or not at all
        x.csv.partial\ x.csv.partial.json)
            [ "$1" -eq 130 ] && ! grep -qE 'wrong|agree|report it' said && as_whole x.csv.partial
            ;;
        x.\*) [ "$1" -eq 130 ] ;; # before the output was opened
        *) return 1 ;;
    esac
}

# as_whole FILE: its rows are the first of those of the whole run.
as_whole() {
    if [ -n "$timed" ]; then
        awk -F, 'NR == 1 { fields = NF } NF != fields { exit 1 }' "$1" && [ "$(wc -l <"$1")" -le "$(wc -l <whole)" ]
    else
        head -n "$(wc -l <"$1")" whole | cmp - "$1"
    fi
}

@test "exact figures are whole or not there" {
    timed='' moments exact --algorithm ring,maglev --nodes 100,300
    timed='' moments skew --nodes 100 --vnodes 100,101,102 --keys 300000 --sets 4
    timed='' moments move --nodes 20 --vnodes 100,101 --change add,remove --keys 300000
    timed='' moments loads --nodes 10 --vnodes 100 --load-factor 1.25 --keys 50000 --sets 8
    timed='' moments quality --hash fnv1a-64,xxh64 --sets 50
    timed='' moments shares --nodes 50 --keys 5000000
    timed='' moments diff --nodes 50 --keys 5000000 --against '--hash md5'
    timed='' moments points --nodes 1000 --vnodes 300
    timed='' moments locate --nodes 5 --keys 500000
}

@test "what is timed has whole rows, and no word of wrong answers" {
    timed=1 moments rivals --filter search --quick
    timed=1 moments rivals --filter md5
    timed=1 moments hash --hash md5,xxh3 --repeat 10
    timed=1 moments lookup --nodes 100 --vnodes 100 --index auto,tree
    timed=1 moments lookup --nodes 100 --vnodes 100 --change-every 100 --quick
    timed=1 moments build --nodes 1000 --vnodes 100
    timed='' moments lookup --nodes 1000 --vnodes 100,200 --verify
    timed=1 moments build --nodes 1000,2000 --vnodes 100 --verify
}
