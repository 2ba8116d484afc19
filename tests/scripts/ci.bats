#!/usr/bin/env bats
# Judging in a continuous integration job: which baseline, what is run with it, where the report goes and how it ends. The
# gate and the others answer what a test wants; a ring of one's own is built for real.

setup() {
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
    here=$BATS_TEST_TMPDIR
    unset BASE GITHUB_BASE_REF PLUGIN PLUGIN_BUILD CASES PROJECT FAIL_ABOVE MAKEFLAGS
    export BUILD=$here/build OUT=$here/out GITHUB_STEP_SUMMARY=$here/summary TMPDIR=$here/tmp MAKE=true CC=${CC:-gcc}
    mkdir -p "$TMPDIR" "$here/ringmark/scripts" "$here/ringmark/bench/plugin"
    cp -r "$root/scripts/ci" "$root/scripts/revisions.bash" "$here/ringmark/scripts"
    cp "$root/bench/plugin/plugin.h" "$here/ringmark/bench/plugin"
    for tier in gate duet history; do
        cat >"$here/ringmark/scripts/$tier" <<'END'
#!/usr/bin/env bash
here=$(realpath "$(dirname "$0")/../..")
echo "$(basename "$0") $*" >>"$here/calls"
[ ! -e "$here/plugins" ] || cp "$(dirname "$(sed 's/.*plugin \([^ ]*\).*/\1/' <<<"$*")")"/*.so "$here/plugins"
echo "some progress" >&2
echo "## Report of $(basename "$0")"
exit "$(cat "$here/code" 2>/dev/null || echo 0)"
END
        chmod +x "$here/ringmark/scripts/$tier"
    done
    cd "$here/ringmark" || exit
    git init -q -b main .
    commit first '3 days ago'
}

commit() {
    git add -A
    GIT_COMMITTER_DATE=$(date -Is -d "$2") git -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m "$1"
}

judge() {
    run "$here/ringmark/scripts/ci/judge" "$@"
}

# from a branch that left main at its first commit
branch() {
    git update-ref refs/remotes/origin/main HEAD
    commit 'on main' '2 hours ago'
    git update-ref refs/remotes/origin/main HEAD
    git checkout -q -b work HEAD~1
    commit 'on the branch' '1 hour ago'
}

nothing_left() {
    [ "$(git worktree list | wc -l)" -eq 1 ]
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "a pull request is judged against the merge base, and the report is in the summary and the artefacts" {
    branch
    GITHUB_BASE_REF=main judge gate
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(cat "$here/calls")" = "gate --format markdown $(git rev-parse origin/main~1)" ]
    [ "$(cat "$GITHUB_STEP_SUMMARY")" = '## Report of gate' ]
    [ "$(cat "$OUT/gate.md")" = '## Report of gate' ]
    [ "$(cat "$OUT/gate.log")" = 'some progress' ]
    nothing_left
}

@test "elsewhere it is the newest commit older than a day, else the parent" {
    commit second '2 days ago'
    old=$(git rev-parse HEAD)
    commit third '3 hours ago'
    commit fourth '2 hours ago'
    FAIL_ABOVE=5 judge duet
    [ "$(cat "$here/calls")" = "duet --format markdown --fail-above 5 --no-progress $old" ]
    rm "$here/calls"
    BASE=HEAD~1 judge gate
    [ "$(cat "$here/calls")" = "gate --format markdown $(git rev-parse HEAD~1)" ]
    rm "$here/calls"
    judge history
    [ "$(cat "$here/calls")" = "history --format markdown --since $old --results $OUT" ]
}

@test "nothing new is nothing to judge, and good" {
    judge duet
    [ "$status" -eq 0 ]
    grep -q 'HEAD is BASE (.*first): nothing to judge' "$GITHUB_STEP_SUMMARY"
    [ ! -e "$here/calls" ]
}

@test "the exit code is that of what was run, with an annotation" {
    branch
    for pair in '1 a regression' '2 could not be judged: some progress' '3 not valid'; do
        rm -f "$GITHUB_STEP_SUMMARY"
        echo "${pair%% *}" >"$here/code"
        GITHUB_BASE_REF=main judge gate
        [ "$status" -eq "${pair%% *}" ]
        [[ $output == *"::error title=ringmark gate::${pair#* }"* ]]
        [ "$(cat "$GITHUB_STEP_SUMMARY")" = '## Report of gate' ]
    done
}

# a project with a ring of its own at $1, whose second commit has another one
project() {
    mkdir "$here/project" "$here/plugins"
    cd "$here/project" || exit
    git init -q -b main .
    printf '#include <plugin.h>\nint which(void) { return 1; }\n' >ring.c
    commit one '3 days ago'
    sed -i 's/return 1/return 2/' ring.c
    commit two '1 hour ago'
    export PROJECT=. PLUGIN=ring.so PLUGIN_BUILD="$CC -I\$RINGMARK_INCLUDE -shared -fPIC -o ring.so ring.c"
}

@test "a ring of another project is built of both revisions, with plugin.h at hand" {
    project
    judge gate
    echo "$output"
    [ "$status" -eq 0 ]
    grep -qE "^gate --format markdown --cases $here/ringmark/scripts/ci/plugin-cases --base-command $BUILD/ringmark --base-options --plugin $TMPDIR/[^ ]*/base.so --head-command $BUILD/ringmark --head-options --plugin $TMPDIR/[^ ]*/head.so --project $PWD $(git rev-parse HEAD~1)$" "$here/calls"
    [ -s "$here/plugins/base.so" ]
    ! cmp -s "$here/plugins/base.so" "$here/plugins/head.so" || false
    nothing_left
    [ -z "$(git status --porcelain -uno)" ]
    rm -r "$here/plugins"
    echo 'x --nodes 3' >cases
    CASES=cases judge gate
    grep -q -- "--cases $PWD/cases " "$here/calls"
    judge duet
    grep -qE "^duet --format markdown --fail-above 10 --no-progress --base-object $TMPDIR/[^ ]*/base.so --head-object $TMPDIR/[^ ]*/head.so$" "$here/calls"
}

@test "a BASE whose ring does not build makes all new, a HEAD whose does not fails" {
    project
    git mv ring.c other.c
    commit three '10 minutes ago'
    PLUGIN_BUILD=${PLUGIN_BUILD/ring.c/other.c}
    BASE=HEAD~1 judge gate
    [ "$status" -eq 0 ]
    grep -q 'ring.so of BASE (.* two) does not build: every case is new' "$GITHUB_STEP_SUMMARY"
    [ ! -e "$here/calls" ]
    PLUGIN_BUILD='echo planted; false' judge gate
    [ "$status" -eq 2 ]
    [[ $output == *planted*'judge: ring.so of HEAD does not build; all of it is in '* ]]
    nothing_left
}

@test "bad input is one line and exit 2" {
    refused() {
        judge "${@:2}"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == "judge: $1"* ]]
        nothing_left
    }
    refused 'one of gate, duet, history'
    refused "unknown tier 'speed'" speed
    BASE=no-such refused "BASE 'no-such' is not a revision here" gate
    GITHUB_BASE_REF=gone refused 'no merge base with origin/gone: check out with fetch-depth: 0' gate
    PLUGIN=/etc/ring.so refused 'PLUGIN /etc/ring.so: a path inside your tree' gate
    PLUGIN_BUILD=true refused 'PLUGIN_BUILD builds PLUGIN' gate
    PLUGIN=ring.so refused 'history walks revisions of ringmark' history
    CASES=none refused 'CASES none: not there' gate
    PROJECT=none refused 'PROJECT none: no such folder' gate
}

# --- the action

# stdin as YAML, by whatever can read it
parsed() {
    if command -v yq >/dev/null; then yq . >"$here/parsed"
    elif command -v ruby >/dev/null; then ruby -ryaml -e 'YAML.load(STDIN.read)'
    else skip 'nothing here reads YAML'; fi
}

@test "the action, and the workflows of scripts/README.md that use it, are YAML" {
    parsed <"$root/.github/actions/ringmark-gate/action.yml"
    awk -v into="$here/block" '/^```yaml$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print >(into n) }' "$root/scripts/README.md"
    [ -e "$here/block2" ]
    for block in "$here"/block*; do
        [ ! -e "$block" ] || parsed <"$block"
    done
}

@test "the action uses what it declares and what is there, and no secret" {
    action=$root/.github/actions/ringmark-gate/action.yml
    sed -n '/^inputs:/,/^outputs:/s/^  \([a-z-]*\):$/\1/p' "$action" | sort >"$here/declared"
    grep -o 'inputs\.[a-z-]*' "$action" | cut -d . -f 2 | sort -u | diff "$here/declared" -
    grep -o 'GITHUB_ACTION_PATH/[^"]*' "$action" | cut -d / -f 2- | while IFS= read -r path; do
        [ -x "$root/.github/actions/ringmark-gate/$path" ]
    done
    # what the judge reads is what it is given; nothing of an input is text of a script
    for name in BASE PLUGIN PLUGIN_BUILD CASES FAIL_ABOVE PROJECT BUILD OUT; do grep -q "^        $name: " "$action"; done
    [ "$(sed -n '/ run: /,/^    - /p' "$action" | grep -cF inputs.)" -eq 0 ]
    [ "$(grep -ci 'secrets\|token' "$action")" -eq 0 ]
}
