# scripts/circles on a small tree of its own.

setup() {
    work=$(mktemp -d)
    circles=$PWD/scripts/circles
    mkdir -p "$work"/core/{low,high} "$work"/objects/core/{low,high}
    cd "$work" || return 1
    printf '%s\n' 'int low(void);' >core/low/low.h
    printf '%s\n' '#include "low.h"' 'int low(void) { return 1; }' >core/low/low.c
    printf '%s\n' 'int high(void);' >core/high/high.h
    printf '%s\n' '#include "high.h"' '#include "../low/low.h"' 'int high(void) { return low(); }' >core/high/high.c
}

teardown() {
    rm -rf "$work"
}

compile() {
    local file
    for file in core/*/*.c; do
        ${CC:-cc} -c "$file" -o "objects/${file%.c}.o" || return 1
    done
}

@test "a tree whose files need each other one way has no circle" {
    compile
    run "$circles" objects core
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a symbol that is taken back closes a circle of files and of folders" {
    printf '%s\n' 'int high(void);' 'int low(void) { return high(); }' >core/low/low.c
    compile
    run "$circles" objects core
    [ "$status" -eq 1 ]
    [[ $output == *'a circle of files:'*'core/low/low -> core/high/high: takes high'* ]]
    [[ $output == *'a circle of folders:'*'core/low -> core/high: '* ]]
}

@test "an include that goes back closes a circle" {
    printf '%s\n' '#include "../high/high.h"' 'int low(void);' >core/low/low.h
    compile
    run "$circles" objects core
    [ "$status" -eq 1 ]
    [[ $output == *'core/low/low -> core/high/high: includes ../high/high.h'* ]]
}

@test "files that begin with the shortest of their names are one module" {
    printf '%s\n' 'int low_part(void);' 'int low(void) { return low_part(); }' >core/low/low.c
    printf '%s\n' '#include "low.h"' 'int low_part(void) { return (int)(long)&low; }' >core/low/low_part.c
    compile
    run "$circles" objects core
    [ "$status" -eq 0 ]
    mv core/low/low_part.c core/low/part.c
    compile
    run "$circles" objects core
    [ "$status" -eq 1 ]
}

@test "a table stands above the rooms that it lists" {
    printf '%s\n' 'int high(void);' 'int low(void) { return 1; }' >core/low/low.c
    mkdir -p core/high/room objects/core/high/room
    printf '%s\n' '#include "../high.h"' 'int room(void) { return high(); }' >core/high/room/room.c
    printf '%s\n' 'int room(void);' 'int table(void) { return room(); }' >core/high/table.c
    compile
    ${CC:-cc} -c core/high/room/room.c -o objects/core/high/room/room.o
    run "$circles" objects core
    [ "$status" -eq 0 ]
    mv core/high/table.c core/high/list.c
    compile
    run "$circles" objects core
    [ "$status" -eq 1 ]
}

@test "what is no folder of objects is refused" {
    run "$circles" nowhere
    [ "$status" -eq 2 ]
    [[ $output == *"nowhere is not a folder"* ]]
}
