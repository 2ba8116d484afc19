# Completion of `ringmark` for bash: source this file, or install it as completions/ringmark.
# Everything comes from `ringmark list`, so that it fits the program that is there.

# The names in section $2; none holds a comma or a quote.
_ringmark_names() {
    "$1" list "$2" --format csv 2>/dev/null | sed 1d | cut -d, -f2
}

# Of section $2: column $3 of the rows whose column $4 has the word $5. Columns are found by name in the header; a
# quoted field may hold commas.
_ringmark_column() {
    "$1" list "$2" --format csv 2>/dev/null | awk -v wanted="$3" -v where="$4" -v word="$5" '
        function split_csv(line, fields,    n, i, c, quoted) {
            delete fields
            n = 1
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) n++
                else fields[n] = fields[n] c
            }
            return n
        }
        NR == 1 { for (i = split_csv($0, f); i; i--) column[f[i]] = i; next }
        { split_csv($0, f); if (index(" " f[column[where]] " ", " " word " ")) print f[column[wanted]] }'
}

# The hashes that --hash may name: those of the system of a --preset on the line, else all.
_ringmark_hashes() {
    local i preset=
    for ((i = 1; i < ${#COMP_WORDS[@]} - 1; i++)); do
        [ "${COMP_WORDS[i]}" != --preset ] || preset=${COMP_WORDS[i + 1]}
        [ "$preset" != = ] || preset=${COMP_WORDS[i + 2]}
    done
    if [ -n "$preset" ]; then
        _ringmark_column "$1" presets hashes name "$preset"
    else
        _ringmark_names "$1" hashes
    fi
}

_ringmark_values() {
    case $2 in
    --hash) _ringmark_hashes "$1" ;;
    --node-hash) _ringmark_names "$1" hashes ;;
    --preset) _ringmark_names "$1" presets ;;
    --algorithm) _ringmark_names "$1" algorithms ;;
    --index) _ringmark_names "$1" indexes ;;
    --scheme) _ringmark_names "$1" schemes ;;
    --format) printf '%s\n' table csv json markdown ;;
    --pages) printf '%s\n' auto normal huge ;;
    --mode) printf '%s\n' all loop chain batch ;;
    --stage) printf '%s\n' all hash search total ;;
    --key-dist) printf '%s\n' uniform sequential zipf: points ;;
    --change) printf '%s\n' add remove remove:first remove:middle remove:last down: replace rename weight:first= \
        vnodes= hash= total-points= ;;
    *) return 1 ;;
    esac
}

_ringmark() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]} words head=
    # readline splits at "=" too
    [ "$word" != = ] || word=
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(_ringmark_names "$program" commands) help --help --version"
    elif words=$(_ringmark_values "$program" "$before"); then
        # the item of a list that is being typed
        case $word in *,*) head=${word%,*}, ;; esac
    elif [[ $word == -* ]]; then
        words=$(_ringmark_column "$program" options name commands "$command")
    elif [ "$command" = help ]; then
        words=$(_ringmark_names "$program" commands)
    elif [ "$command" = list ]; then
        words=$("$program" list --format csv 2>/dev/null | sed 1d | cut -d, -f1 | uniq)
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
    fi
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "${word##*,}")
}

complete -F _ringmark ringmark
