# shellcheck shell=bash
# revisions.bash - two revisions side by side: BASE in a worktree of its own, the tree as it is, both built alike, and
# nothing left behind on any way out. For scripts that set `self` (their name), `top` (the tree), `build` (where both are
# built) and `jobs`; after start_work there is a folder $work, removed at the end.
# shellcheck disable=SC2154,SC2034

fail() {
    echo "$self: $*" >&2
    exit 2
}

say() {
    echo "$self: $* ($SECONDS s)" >&2
}

# where the last word goes, also while errors of what runs go elsewhere
exec {messages}>&2
tree=
child=
leash=
lock=
notes=()

clean_up() {
    if [ -n "$tree" ]; then
        git -C "$top" worktree remove --force "$tree" >/dev/null 2>&1
        rm -rf "$tree"
        git -C "$top" worktree prune
    fi
    rm -rf "$work"
}

# what an interrupt leaves behind; for scripts that keep their steps
left_behind() {
    echo 'nothing is left behind'
}

# interrupted SIGNAL: its number
interrupted() {
    trap '' INT TERM HUP
    # a measurement under way ends at the end of its case only
    [ -z "$child" ] || { kill -TERM -- "-$child"; wait "$child"; kill -KILL -- "-$child"; } 2>/dev/null
    echo "$self: interrupted; $(left_behind)" >&"$messages"
    exit $((128 + $1))
}

start_work() {
    work=$(mktemp -d 2>/dev/null) || fail "cannot make a folder in ${TMPDIR:-/tmp}"
    trap clean_up EXIT
    trap 'interrupted 1' HUP
    trap 'interrupted 2' INT
    trap 'interrupted 15' TERM
    start_watchdog
}

# kill -9 gives this script no chance to end what it started. The watchdog reads which process group is at work, and kills
# it when the writing end of the pipe is gone, as it is with this script.
start_watchdog() {
    command -v setsid >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2016 # the variables are the watchdog's own
    exec {leash}> >(exec setsid bash -c 'trap "" HUP INT TERM
        while read -r group; do last=$group; done
        [ -z "$last" ] || kill -KILL -- "-$last"' >/dev/null 2>&1)
}

# tells the watchdog which process group is at work; without a word: none
tell_watchdog() {
    [ -z "$leash" ] || echo "${1-}" >&"$leash"
}

# In a process group of its own, so that an interrupt ends all of it at once. It names itself to the watchdog and lets go
# of the pipe before anything runs. A function sees the end of what it runs, also after a signal to the group.
guarded() {
    local code
    set -m
    {
        tell_watchdog "$BASHPID"
        [ -z "$leash" ] || exec {leash}>&-
        [ "$(type -t "$1")" = function ] || exec "$@"
        trap : HUP INT TERM
        "$@"
    } </dev/null &
    child=$!
    set +m
    wait "$child"
    code=$?
    child=
    tell_watchdog
    return $code
}

# find_base INSTEAD: fills base (where the branch left main, when it is empty) and base_commit. INSTEAD: the options that
# need no git.
find_base() {
    local main
    command -v git >/dev/null 2>&1 || fail "git is not installed; run scripts/setup gate, or give $1"
    git -C "$top" rev-parse HEAD >/dev/null 2>"$work/err" || fail "$top is not a git tree with a commit: $(head -n 1 "$work/err")"
    if [ -z "$base" ]; then
        for main in origin/main main; do
            base=$(git -C "$top" merge-base HEAD "$main" 2>/dev/null) && break
        done
        [ -n "$base" ] || fail "no origin/main and no main to start from; name a revision: make $self BASE=REVISION"
    fi
    base_commit=$(git -C "$top" rev-parse --verify -q "$base^{commit}") ||
        fail "BASE '$base' is not a revision here; fetch it first (a shallow clone lacks history: git fetch --unshallow)"
}

describe() {
    git -C "$top" log -1 --no-show-signature --format='%h %s' "$1" | cut -c 1-72
}

# fills tree with BASE, and base_name
check_base_out() {
    base_name=$(describe "$base_commit")
    tree=$work/tree
    git -C "$top" -c core.hooksPath=/dev/null worktree add -q --detach "$tree" "$base_commit" 2>"$work/err" ||
        fail "cannot check BASE out: $(tail -n 1 "$work/err")"
}

# fills head_name; a dirty tree is noted
name_head() {
    head_name=$(describe HEAD)
    if [ -n "$(git -C "$top" status --porcelain 2>/dev/null)" ]; then
        head_name+=' with uncommitted changes'
        notes+=('the tree has uncommitted changes; it was measured as it is')
    fi
}

# try_make TREE NAME ARGUMENT...: make there, into $build/NAME, with the caller's compiler and flags; the log is
# $build/NAME.log
try_make() {
    guarded make_in "$@"
}

make_in() {
    local into=$build/$2 variables=() name
    for name in CC CPPFLAGS LDFLAGS PKG_CONFIG; do [ -z "${!name-}" ] || variables+=("$name=${!name}"); done
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "${MAKE:-make}" -C "$1" -j "$jobs" BUILD="$into" OBJ="$into/obj" \
        CFLAGS="${CFLAGS:--O3 -g}" SANITIZE= WERROR=0 "${variables[@]}" "${@:3}" >"$into.log" 2>&1
}

make_build_folder() {
    case $build in *[[:space:]]*) fail "builds go to '$build', and make takes no path with a space in it; name another folder: BUILD=DIR" ;; esac
    mkdir -p "$build" 2>"$work/err" || fail "cannot make $build: $(sed -n '1s/.*: //p' "$work/err")"
}

# Two runs in one folder of builds would take each other's away. Held until the end, also that of kill -9: the file
# names the folder of who holds it, and what was killed is cleaned up after by the next one.
lock_builds() {
    local left
    make_build_folder
    command -v flock >/dev/null 2>&1 || return 0
    { exec {lock}>>"$build/lock"; } 2>/dev/null || fail "cannot write $build/lock; name a folder that you may write to: BUILD=DIR"
    flock -n "$lock" || fail "another run is building in $build; wait for its end, or name another folder: BUILD=DIR"
    left=$(head -n 1 "$build/lock")
    if [[ $left == /*/tmp.?????????? ]] && [ -O "$left" ] && [ -d "$left" ]; then
        rm -rf "$left"
        git -C "$top" worktree prune
    fi
    echo "$work" >"$build/lock"
}

# start_build NAME WHAT: a fresh place for it
start_build() {
    make_build_folder
    rm -rf "${build:?}/$1"
    say "building $2"
}

# why_not NAME: the line of its log that says why make failed
why_not() {
    local log=$build/$1.log
    grep -m 1 -E '(error|undefined reference|cannot find|not installed|No such file)' "$log" 2>/dev/null ||
        grep -m 1 -F '***' "$log" 2>/dev/null || tail -n 1 "$log"
}

# fail_build NAME WHAT: after make_in
fail_build() {
    fail "$2 does not build: $(why_not "$1" | cut -c 1-200); all of it is in $build/$1.log"
}
