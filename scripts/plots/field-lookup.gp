# ns a lookup against nodes: a column a kind of algorithm, above one after the other, below in bulk; dashed: the limit.
# Needs beside common.gp's: data (folder), counted, recorded, named, least and most (nodes), low and high (ns).
load common
set multiplot layout 2,3 margins 0.055,0.985,0.17,0.9 spacing 0.03,0.09 \
    title 'What does a lookup cost? (dashed: reading one line of as much memory)' font ',15' textcolor rgb ink
set logscale xy
set xrange [least:most]
set yrange [low:high]
set format '%g'
list(k) = k == 1 ? counted : k == 2 ? recorded : named
heading(k) = k == 1 ? 'numbered: the last leaves' : k == 2 ? 'numbered: any leaves' : 'named nodes and rings'
file(c, a) = sprintf('%s/%s-%s.tsv', data, c, a)
do for [m = 1:2] {
    do for [k = 1:3] {
        column = m == 1 ? 'chain_ns' : 'batch_ns'
        limits = m == 1 ? 'limit_chain_ns' : 'limit_ns'
        set title heading(k).(m == 1 ? ', each after the last' : ', in bulk') offset 0,-0.6
        if (k == 1) { set ylabel 'ns a lookup' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
        if (m == 2) { set xlabel 'nodes' textcolor rgb ink } else { unset xlabel }
        plot for [i = 1:words(list(k))] file(column, word(list(k), i)) using 1:2 with linespoints \
                 lc rgb colour[i] pt shape[i] ps 1.2 lw 1.6, \
             for [i = 1:words(list(k))] file(limits, word(list(k), i)) using 1:2 with lines lc rgb colour[i] dt 2 lw 1.2
    }
}
legend_at = 0.06
load grouped_file
unset multiplot
