# How far the textbook formula undershoots the plan: a panel a confidence, a line a number of nodes.
# Needs beside common.gp's: data (folder), panels (confidences), nodes, least and most (peak - 1).
load common
set multiplot layout 1,3 margins 0.06,0.985,0.24,0.84 spacing 0.03,0 \
    title 'By how much does the textbook ask for too few virtual nodes?' font ',15' textcolor rgb ink
set logscale x
set xrange [least:most]
set xtics ('1.05' 0.05, '1.1' 0.1, '1.2' 0.2, '1.3' 0.3, '1.5' 0.5, '2' 1)
set xlabel 'the peak to stay below' textcolor rgb ink
set yrange [-5:45]
file(p, n) = sprintf('%s/short-%s-%s.tsv', data, p, n)

do for [p = 1:3] {
    sure = word(panels, p)
    set title sprintf('%g of 100 sets of names', 100 * (sure + 0)) offset 0,-0.6
    if (p == 1) { set ylabel '% too few' textcolor rgb ink offset 0.5,0 } else { unset ylabel; set format y '' }
    plot for [i = 1:words(nodes)] file(sure, word(nodes, i)) using 1:2 with linespoints lc rgb colour[i] pt shape[i] lw 1.6
}
@legend
plot for [i = 1:words(nodes)] NaN with linespoints lc rgb colour[i] pt shape[i] lw 1.6 title word(nodes, i).' nodes'
unset multiplot
