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
