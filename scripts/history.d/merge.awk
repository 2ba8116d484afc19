# A history with the rows of one revision: in place of what it had of it, else before the first row of revision `before`,
# else at the end. Files: the history, then the rows. -v revision= -v before=
BEGIN { FS = "," }
FNR == 1 { file++ }
file == 2 { rows[++count] = $0; next }
FNR == 1 { header = $0; next }
$3 == revision { if (!at) at = kept + 1; next }
{ if (!first && before != "" && $3 == before) first = kept + 1; old[++kept] = $0 }
END {
    if (!at) at = first ? first : kept + 1
    print header
    for (i = 1; i <= kept + 1; i++) {
        if (i == at) for (k = 1; k <= count; k++) print rows[k]
        if (i <= kept) print old[i]
    }
}
