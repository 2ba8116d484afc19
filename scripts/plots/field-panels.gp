# One figure against nodes, a panel a kind of algorithm. Needs beside common.gp's: data (folder), counted, recorded, named,
# least and most (nodes), low and high (of the figure), figure_name, ideal_name (a column drawn dashed, or ''), axis_label, heading.
load common
set multiplot layout 1,3 margins 0.065,0.985,0.33,0.86 spacing 0.035,0 title heading font ',15' textcolor rgb ink
set logscale xy
set xrange [least:most]
set yrange [low:high]
set format '%g'
set xlabel 'nodes' textcolor rgb ink
list(k) = k == 1 ? counted : k == 2 ? recorded : named
kind_name(k) = k == 1 ? 'numbered: the last leaves' : k == 2 ? 'numbered: any leaves' : 'named nodes and rings'
file(c, a) = sprintf('%s/%s-%s.tsv', data, c, a)
do for [k = 1:3] {
    set title kind_name(k) offset 0,-0.6
    if (k == 1) { set ylabel axis_label textcolor rgb ink offset 0,0 } else { unset ylabel }
    measured = "for [i = 1:words(list(k))] file(figure_name, word(list(k), i)) using 1:2 with linespoints \
        lc rgb colour[i] pt shape[i] ps 1.2 lw 1.6"
    beside = ideal_name eq '' ? '' : ", for [i = 1:words(list(k))] file(ideal_name, word(list(k), i)) using 1:2 with lines \
        lc rgb colour[i] dt 2 lw 1.2"
    eval 'plot '.measured.beside
}
legend_at = 0.1
load grouped_file
unset multiplot
