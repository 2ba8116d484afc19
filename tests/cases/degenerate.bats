#!/usr/bin/env bats
# Configurations at the edge: few nodes, many nodes, none.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

@test "nothing to place on is one line, in every command that places" {
    : >"$work/nodes"
    for command in skew shares move points locate lookup build; do
        refused 'no nodes in it' $command --nodes-file "$work/nodes"
        refused '0' $command --nodes 0
        refused '0' $command --vnodes 0
    done
}

@test "a thousand nodes are no trouble to any system" {
    # Kong itself gives up where its wheel of 1000 slots is too small
    refused 'more points than the system' shares --preset kong --nodes 1000
    for preset in $("$RINGMARK" list presets --format csv | cells name | grep -vx kong); do
        "$RINGMARK" shares --preset "$preset" --nodes 1000 --names '10.0.{set}.{index}:11211' --format csv 2>"$work/err" | cells node >"$work/rows"
        [ "$(sed '/^$/d' "$work/rows" | wc -l)" -eq 1000 ]
    done
}

@test "one node owns every key of every system, but where only a part of the circle has an owner" {
    for preset in $("$RINGMARK" list presets --format csv | cells name); do
        owned=$("$RINGMARK" shares --preset "$preset" --nodes 1 --format csv 2>"$work/err" | cells share | head -1)
        case $preset in
        ribbon) below "$owned" 1 ;;
        *) [ "$owned" = 1 ] ;;
        esac
    done
}

@test "a node that is not there, or is the last, cannot be taken out" {
    refused "there is no node 'n9'" move --nodes 3 --change remove:n9
    refused 'leaves no node' move --nodes 1 --change remove:first
    refused 'leaves no node' move --nodes 1 --change down:node-0-0
    # a node that is out or down already is there, and takes nothing with it
    printf '%s\n' name,weight,state a,1,up b,0,up c,1,down >"$work/nodes"
    [ "$("$RINGMARK" move --nodes-file "$work/nodes" --change remove:b,remove:c | pick moved | xargs)" = '0 0' ]
}

@test "a file of points says which version and which options made it" {
    "$RINGMARK" points --nodes 2 --vnodes 2 --output "$work/points.csv"
    version=$("$RINGMARK" --version | grep -o '[0-9][0-9.]*[0-9]')
    grep -q "\"ringmark\": \"$version\"" "$work/points.json"
    grep -q '"command_line": "ringmark points --nodes 2 --vnodes 2' "$work/points.json"
}
