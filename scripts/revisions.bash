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

interrupted() {
    trap '' INT TERM HUP
    # a measurement under way ends at the end of its case only
    [ -z "$child" ] || { kill -TERM -- "-$child"; wait "$child"; kill -KILL -- "-$child"; } 2>/dev/null
    echo "$self: interrupted; nothing is left behind" >&"$messages"
    exit 130
}

start_work() {
    work=$(mktemp -d) || exit 2
    trap clean_up EXIT
    trap interrupted INT TERM HUP
}

# In a process group of its own, so that an interrupt ends all of it at once.
guarded() {
    local code
    set -m
    "$@" </dev/null &
    child=$!
    set +m
    wait "$child"
    code=$?
    child=
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
    local into=$build/$2 variables=() name
    for name in CC CPPFLAGS LDFLAGS PKG_CONFIG; do [ -z "${!name-}" ] || variables+=("$name=${!name}"); done
    guarded env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "${MAKE:-make}" -C "$1" -j "$jobs" BUILD="$into" OBJ="$into/obj" \
        CFLAGS="${CFLAGS:--O3 -g}" SANITIZE= WERROR=0 "${variables[@]}" "${@:3}" >"$into.log" 2>&1
}

# Two runs in one folder of builds would take each other's away. Held until the end, also that of kill -9: the file
# names the folder of who holds it, and what was killed is cleaned up after by the next one.
lock_builds() {
    local left
    mkdir -p "$build" || fail "cannot make $build"
    command -v flock >/dev/null 2>&1 || return 0
    exec {lock}>>"$build/lock" || fail "cannot write $build/lock"
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
    rm -rf "${build:?}/$1"
    mkdir -p "$build" || fail "cannot make $build"
    say "building $2"
}

# fail_build NAME WHAT: after try_make
fail_build() {
    tail -n 15 "$build/$1.log" >&2
    fail "$2 does not build: make ended so; all of it is in $build/$1.log"
}
