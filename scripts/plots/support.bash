#!/usr/bin/env bash
# Selecting rows and calling gnuplot. Sourced by plot and study-plot, which set before: here (the folder of scripts),
# results (the folder of the CSV files, where pictures go), work (a folder of its own) and name (of the CSV and the picture);
# family, when set, begins the name of the gnuplot script; drawing, when set, is that name.
# shellcheck disable=SC2154 # see above

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 2
}

select_csv() {
    "$here/query" "$@" "$results/$name.csv" || fail "$results/$name.csv cannot be plotted"
}

# Stops unless the CSV has these columns and a row in which the conditions hold.
need() {
    select_csv "$@" >"$work/rows"
    [ -s "$work/rows" ] || fail "$results/$name.csv has no row that the plot could show"
}

# the distinct values of a column, in order of appearance, on one line
values() {
    select_csv "$@" | awk '$0 != "" && !seen[$0]++ { printf "%s%s", between, $0; between = " " }'
}

# keeps the words of $1 that occur in $2
among() {
    local word kept=()
    for word in $1; do case " $2 " in *" $word "*) kept+=("$word") ;; esac done
    echo "${kept[*]}"
}

# the first $1 words of $2
first_words() {
    cut -d ' ' -f "-$1" <<<"$2"
}

# $1=least; $2=most of the positive numbers on stdin, by a factor of $3 apart from them
range() {
    awk -v low_name="$1" -v high_name="$2" -v by="$3" '
        { for (i = 1; i <= NF; i++) if ($i > 0) { if (!n++ || $i < low) low = $i; if ($i > high) high = $i } }
        END { if (!n) { low = 1; high = 10 } print low_name "=" low / by "; " high_name "=" high * by }'
}

# low and high of the numbers on stdin, padded, for a logarithmic axis
log_range() {
    range low high 1.4
}

# draw WIDTH HEIGHT ASSIGNMENTS: both pictures of $name, each beside its place and renamed
draw() {
    local kind
    for kind in svg png; do
        gnuplot -e "common='$here/plots/common.gp'; data='$work'; kind='$kind'; output_file='$work/$name.$kind'; \
width=$1; height=$2; $3" "$here/plots/${drawing:-${family-}$name}.gp" 2>"$work/errors" ||
            fail "$name.$kind: $(head -n 5 "$work/errors")"
        [ -s "$work/errors" ] && fail "$name.$kind: $(head -n 5 "$work/errors")"
        cp "$work/$name.$kind" "$results/.$name.$kind" || fail "cannot write to $results"
        mv -f "$results/.$name.$kind" "$results/$name.$kind" || fail "cannot write $results/$name.$kind"
    done
}
