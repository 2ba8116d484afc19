#!/usr/bin/env bats
# What is installed works by itself. Needs from the environment: BUILD, CC, RINGMARK (make check sets them).

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export prefix=$BATS_FILE_TMPDIR/prefix
    unset DESTDIR
    quiet_make install PREFIX="$prefix"
    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:${PKG_CONFIG_PATH-}
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    read -r -a compiler <<<"${CC:-gcc}"
    out=$BATS_TEST_TMPDIR/embed
}

quiet_make() {
    make --no-print-directory "$@" 2>&1
}

flags() {
    local text
    text=$(pkg-config "$@" ringmark)
    read -r -a found <<<"$text"
}

@test "a program of twenty lines links the installed shared library by pkg-config" {
    flags --cflags --libs
    "${compiler[@]}" -Wall -Wextra -Werror tests/embed/embed.c -o "$out" "${found[@]}"
    run env LD_LIBRARY_PATH="$prefix/lib" "$out" user:42
    [ "$status" -eq 0 ]
    [[ $output == cache-[abc] ]]
    readelf -d "$out" | grep -q 'NEEDED.*libringmark\.so\.[0-9]*\]'
}

@test "the same program links the installed static library and answers the same" {
    flags --cflags --libs --static
    "${compiler[@]}" tests/embed/embed.c -o "$out" "${found[@]/-lringmark/-l:libringmark.a}"
    run ! grep -q libringmark <(readelf -d "$out")
    flags --cflags --libs
    "${compiler[@]}" tests/embed/embed.c -o "$out-shared" "${found[@]}"
    for key in user:42 a '' 'a longer key with blanks'; do
        [ "$("$out" "$key")" = "$(LD_LIBRARY_PATH=$prefix/lib "$out-shared" "$key")" ]
    done
}

@test "the embedded ring answers as the command does" {
    flags --cflags --libs
    "${compiler[@]}" tests/embed/embed.c -o "$out" "${found[@]}"
    printf 'cache-a,1\ncache-b,1\ncache-c,2\n' >"$BATS_TEST_TMPDIR/nodes.csv"
    for key in user:42 user:43 session/9 x; do
        theirs=$(echo "$key" | "$prefix/bin/ringmark" locate --nodes-file "$BATS_TEST_TMPDIR/nodes.csv" --format csv |
            scripts/query node -)
        [ "$(LD_LIBRARY_PATH=$prefix/lib "$out" "$key")" = "$theirs" ]
    done
}

@test "ring and XXH3 alone link from the static library without OpenSSL and zlib" {
    flags --cflags
    "${compiler[@]}" tests/embed/embed.c -o "$out" "${found[@]}" "$prefix/lib/libringmark.a" -lm -pthread
    run ! grep -qE 'libcrypto|libz\.' <(readelf -d "$out")
    run "$out"
    [ "$status" -eq 0 ]
}

@test "the installed header is enough for C++" {
    command -v g++ >/dev/null || skip 'no g++'
    flags --cflags
    echo '#include <ringmark.h>
int main() { return rmk_version()[0] == 0; }' >"$BATS_TEST_TMPDIR/embed.cc"
    g++ -Wall -Werror "$BATS_TEST_TMPDIR/embed.cc" -o "$out" "${found[@]}" -L"$prefix/lib" -lringmark
}

@test "soname, pkg-config file, header and command carry one version" {
    version=$(sed -n 's/^.define RMK_VERSION_M[A-Z]* //p; s/^.define RMK_VERSION_PATCH //p' core/ringmark.h | paste -sd .)
    [ "$(pkg-config --modversion ringmark)" = "$version" ]
    [ -f "$prefix/lib/libringmark.so.$version" ]
    [ "$(readlink "$prefix/lib/libringmark.so")" = "libringmark.so.${version%%.*}" ]
    [ "$(readlink "$prefix/lib/libringmark.so.${version%%.*}")" = "libringmark.so.$version" ]
    readelf -d "$prefix/lib/libringmark.so" | grep -q "soname: \[libringmark\.so\.${version%%.*}\]"
    run "$prefix/bin/ringmark" --version
    [[ $output == *"$version"* ]]
}

@test "DESTDIR takes the whole tree, and uninstall leaves no file behind" {
    stage="$BATS_TEST_TMPDIR/a stage"
    quiet_make install DESTDIR="$stage" PREFIX=/usr libdir=/usr/lib/multi
    [ -x "$stage/usr/bin/ringmark" ]
    [ -f "$stage/usr/lib/multi/libringmark.a" ]
    [ -f "$stage/usr/include/ringmark/ring/ring.h" ]
    [ -f "$stage/usr/include/ringmark/plugin.h" ]
    ! command -v lowdown >/dev/null || [ -f "$stage/usr/share/man/man1/ringmark-skew.1" ]
    run ! grep -q "$BATS_TEST_TMPDIR" "$stage/usr/lib/multi/pkgconfig/ringmark.pc"
    # shellcheck disable=SC2016 # as it stands in the file
    grep -qx 'libdir=${prefix}/lib/multi' "$stage/usr/lib/multi/pkgconfig/ringmark.pc"
    quiet_make uninstall DESTDIR="$stage" PREFIX=/usr libdir=/usr/lib/multi
    [ -z "$(find "$stage" ! -type d)" ]
}

@test "every manual page is installed where man looks for it" {
    command -v lowdown >/dev/null || skip 'no lowdown'
    pages=0
    while read -r page; do
        name=$(basename "$page" .md)
        file=$prefix/share/man/man${name##*.}/$name
        grep -qx "\.TH \"${name%.*}\" \"${name##*.}\".*" "$file" || { echo "$file"; false; }
        grep -qx NAME "$file"
        grep -q "^${name%.*} - " "$file"
        pages=$((pages + 1))
    done < <(find bench -name '*.[17].md')
    [ "$pages" -ge 21 ]
    [ "$(find "$prefix/share/man" -type f | wc -l)" -eq "$pages" ]
}

@test "without lowdown everything but the pages is installed, and a line says so" {
    run quiet_make install DESTDIR="$BATS_TEST_TMPDIR/stage" PREFIX=/usr LOWDOWN=no-such-program
    [ "$status" -eq 0 ]
    [ "$(grep -c 'manual pages are not made' <<<"$output")" -eq 1 ]
    [ -x "$BATS_TEST_TMPDIR/stage/usr/bin/ringmark" ]
    [ ! -e "$BATS_TEST_TMPDIR/stage/usr/share/man" ]
}
