# shellcheck shell=bash
# load.bash - CSV files as tables of SQLite. For scripts that have `fail`.

# The types of a table's columns by their values, a line a column: name, text or real or integer.
column_types() {
    local asked
    asked=$(sqlite3 "$1" "select group_concat(printf('select %Q, case when max(typeof(\"%w\") = ''text'') then ''text''
        when max(typeof(\"%w\") = ''real'') then ''real'' else ''integer'' end from typed', name, name, name), ' union all ')
        from pragma_table_info('typed')") && sqlite3 -separator ' ' "$1" "$asked"
}

# load_table DATABASE TABLE FILE: its columns, empty fields NULL, numbers as numbers if a column has nothing else; before
# them where a row comes from: file, and line as an editor counts it, the header being the first
load_table() {
    local database=$1 table=$2 file=$3 names columns='' name type
    sqlite3 -bail "$database" 'drop table if exists raw' 'drop table if exists typed' ".import --csv \"$file\" raw" || return
    names=$(sqlite3 "$database" "select group_concat(printf('\"%w\"', name), ',') from pragma_table_info('raw')")
    [ -n "$names" ] || return
    # numeric affinity makes numbers of what is written as one, and leaves the rest
    sqlite3 -bail "$database" "create table typed (${names//,/ numeric,} numeric)" \
        "insert into typed select $(sqlite3 "$database" "select group_concat(printf('nullif(\"%w\", '''')', name), ',') from pragma_table_info('raw')") from raw" || return
    while read -r name type; do columns+=", cast(nullif(\"$name\", '') as $type) as \"$name\""; done < <(column_types "$database")
    sqlite3 -bail "$database" "drop table if exists \"$table\"" \
        "create table \"$table\" as select '${file##*/}' as file, rowid + 1 as line$columns from raw order by rowid" \
        'drop table raw' 'drop table typed'
}
