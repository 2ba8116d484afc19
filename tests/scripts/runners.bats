#!/usr/bin/env bats
# The runner of the tests, the set-up and the publishing.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    unset RINGMARK_TALLY
    here=$BATS_TEST_TMPDIR
}

program() {
    printf '#!/bin/sh\n%s\n' "$2" >"$here/$1"
    chmod +x "$here/$1"
}

last_line() {
    tail -n 1 <<<"$output"
}

@test "run-tests sums cmocka programs and bats files" {
    program good 'echo "[  PASSED  ] 3 test(s)."; echo "[  PASSED  ] 2 test(s)."'
    printf '@test "one" { true; }\n@test "two" { true; }\n' >"$here/good.bats"
    run scripts/run-tests "$here/good" "$here/good.bats"
    [ "$status" -eq 0 ]
    [ "$(last_line)" = '7 passed, 0 failed' ]
}

@test "run-tests shows a failure in full and fails" {
    program bad 'echo "the reason"; echo "[  PASSED  ] 3 test(s)."; echo "[  FAILED  ] 1 test(s), listed below:"; exit 1'
    printf '@test "one" { echo because; false; }\n' >"$here/bad.bats"
    run scripts/run-tests "$here/bad" "$here/bad.bats"
    [ "$status" -eq 1 ]
    [[ $output == *'the reason'*because* ]]
    [ "$(last_line)" = '3 passed, 2 failed' ]
}

@test "run-tests counts a crash, a hang and a program without tests as failures" {
    # shellcheck disable=SC2016 # for the program's shell
    program crash 'echo "[  PASSED  ] 1 test(s)."; kill -SEGV $$'
    program hang 'sleep 60'
    program nothing 'true'
    run scripts/run-tests --timeout 1 "$here/crash" "$here/hang" "$here/nothing"
    [ "$status" -eq 1 ]
    [ "$(last_line)" = '1 passed, 3 failed' ]
}

@test "run-tests counts what was skipped neither as passed nor as failed" {
    program skips 'echo "[  PASSED  ] 1 test(s)."; echo "[  SKIPPED ] 2 test(s), listed below:"'
    printf '@test "one" { skip later; }\n' >"$here/skips.bats"
    run scripts/run-tests "$here/skips" "$here/skips.bats"
    [ "$status" -eq 0 ]
    [[ $output == *'2 skipped'*'1 skipped'* ]]
    [ "$(last_line)" = '1 passed, 0 failed' ]
}

@test "run-tests leaves the sum to whoever gives it a tally" {
    program good 'echo "[  PASSED  ] 3 test(s)."'
    RINGMARK_TALLY=$here/tally run scripts/run-tests "$here/good"
    [ "$(cat "$here/tally")" = '3 0' ]
    [[ $output != *' passed, '* ]]
}

# a machine on which $1 is not found and nothing can be installed
bare_path() {
    mkdir -p "$here/bin"
    for tool in bash sed id env cat mktemp rm; do ln -sf "$(command -v $tool)" "$here/bin/$tool"; done
}

@test "setup is quick and silent when nothing is missing" {
    scripts/setup --check build check bench || skip 'something is missing here'
    run scripts/setup --check build check bench
    [ -z "$output" ]
}

@test "setup --check names what is missing and the one line to run" {
    PKG_CONFIG=no-such-program run scripts/setup --check build
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *libxxhash-dev*'run scripts/setup build' ]]
}

@test "setup prints one line with apt-get for a user, and installs nothing" {
    bare_path
    printf '#!/bin/sh\nexit 99\n' >"$here/bin/apt-get"
    printf '#!/bin/sh\necho 1000\n' >"$here/bin/id.new"
    chmod +x "$here/bin/apt-get" "$here/bin/id.new"
    mv -f "$here/bin/id.new" "$here/bin/id"
    CI='' PATH=$here/bin run "$BASH" scripts/setup bench
    [ "$status" -eq 2 ]
    [[ ${lines[0]} == 'sudo apt-get install -y '*libxxhash-dev*gnuplot-nox* ]]
}

@test "setup names the libraries where there is no apt-get" {
    bare_path
    PATH=$here/bin run "$BASH" scripts/setup build
    [ "$status" -eq 2 ]
    [[ $output == *'not Debian'*libxxhash-dev* ]]
}

@test "publish refuses an unfinished, a quick and an empty run" {
    mkdir -p "$here/latest"
    for mark in incomplete quick; do
        : >"$here/latest/$mark"
        RESULTS=$here run scripts/publish
        [ "$status" -eq 2 ]
        [[ $output == *'did not end'* || $output == *'a quick one'* ]]
        rm "$here/latest/$mark"
    done
    RESULTS=$here run scripts/publish
    [ "$status" -eq 2 ]
    [[ $output == *'skew.csv is missing'* ]]
    [ ! -e "$here/published" ]
}

@test "publish copies a whole run" {
    mkdir -p "$here/latest"
    for name in skew lookup move hash build; do
        for end in csv json svg png; do echo x >"$here/latest/$name.$end"; done
    done
    RESULTS=$here scripts/publish
    [ "$(find "$here/published" -type f | wc -l)" -eq 18 ]
}

@test "every target that help lists has a recipe" {
    for target in $(make help | awk '/^  / { print $1 }'); do
        grep -q "^$target:" Makefile
    done
}

# a compiler and pkg-config that find nothing and leave a mark
probes() {
    # shellcheck disable=SC2016 # for the program's shell
    program probe 'echo "$*" >>"${0%/*}/probed"; exit 1'
    make -n --no-print-directory CC="$here/probe" PKG_CONFIG="$here/probe" MAKE=true BUILD="$here/build" "$@" >"$here/log"
}

@test "a target that sets up does not look at the machine before" {
    for target in bench check bench-programs bench-rivals study field gate history duet duet-false-alarms lint \
        check-long check-asan check-tsan check-valgrind check-systems check-gate check-duet check-algorithms; do
        probes $target
        [ "$(grep -c 'scripts/setup build' "$here/log")" -eq 1 ]
        [ ! -e "$here/probed" ]
    done
    for target in clean help publish uninstall 'bench all'; do
        # shellcheck disable=SC2086 # two targets
        probes $target
        [ ! -e "$here/probed" ]
    done
    probes all
    [ -s "$here/probed" ]
}

@test "a library that the compiler does not find is not built against" {
    make -n BUILD="$here/build" CC='gcc -nostdinc' PKG_CONFIG=false all >"$here/log"
    run grep -c RM_LIB "$here/log"
    [ "$output" = 0 ]
}

@test "a build folder that make cannot have is refused in one line" {
    for folder in "$here/b d" "$here/b:d" "$here/b%d"; do
        run make BUILD="$folder" bench
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"BUILD=$folder"*'name another folder'* ]]
        [ ! -e "$folder" ]
    done
}

@test "folders that cannot be written to are named in one line, with the variables that name others" {
    : >"$here/file"
    run make --no-print-directory bench BUILD="$here/file/b" RESULTS="$here/file/r s"
    [ "$status" -eq 2 ]
    [ "$(grep -vc '^make' <<<"$output")" -eq 1 ]
    [[ $output == *"cannot write to $here/file/b $here/file/r s;"*'make BUILD=DIR RESULTS=DIR'* ]]
    run make --no-print-directory all BUILD="$here/file/b"
    [ "$status" -eq 2 ]
    [ "$(grep -vc '^make' <<<"$output")" -eq 1 ]
    [[ $output == *'make BUILD=DIR'* ]]
}

@test "check-fresh says in one line why it is skipped, and counts nothing" {
    bare_path
    ln -sf "$(command -v dirname)" "$here/bin/dirname"
    printf '#!/bin/sh\necho 1000\n' >"$here/bin/id.new"
    chmod +x "$here/bin/id.new"
    mv -f "$here/bin/id.new" "$here/bin/id"
    RINGMARK_TALLY=$here/tally PATH=$here/bin run "$BASH" scripts/check-fresh
    [ "$status" -eq 0 ]
    [ "$output" = 'check-fresh: skipped: only root can make a machine in a folder' ]
    [ "$(cat "$here/tally")" = '0 0' ]
}
