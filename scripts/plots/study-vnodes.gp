# The peak that 95 of 100 sets of names stay below, against virtual nodes: a panel a label, a line a hash, and the plan.
# Needs beside common.gp's: data (folder), hashes, least and most (virtual nodes), low and high (peak - 1).
load common
set multiplot layout 1,2 margins 0.065,0.985,0.27,0.86 spacing 0.05,0 \
    title 'Which peak do 95 of 100 sets of names stay below?' font ',15' textcolor rgb ink
set logscale xy
set xrange [least:most]
set yrange [low:high]
set format x '%g'
set xlabel 'virtual nodes a node' textcolor rgb ink
# the axis is the excess over 1, its labels are the peak
set ytics ('1.05' 0.05, '1.1' 0.1, '1.2' 0.2, '1.5' 0.5, '2' 1, '3' 2, '5' 4, '10' 9)
size(i) = 1.5 - 0.1 * i
file(p, h) = sprintf('%s/curve-%d-%s.tsv', data, p, h)

do for [p = 1:2] {
    set title (p == 1 ? 'index at the end of the label' : 'index first') offset 0,-0.6
    if (p == 1) { set ylabel 'peak, 95 % quantile (log of peak - 1)' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
    plot for [i = 1:words(hashes)] file(p, word(hashes, i)) using 1:($2 - 1) with linespoints \
             lc rgb colour[i] pt shape[i] ps size(i) lw 1.6, \
         data.'/theory.tsv' using 1:($2 - 1) with lines dt 2 lw 2 lc rgb 'black', \
         data.'/plan.tsv' using 1:($2 - 1) with points pt 2 ps 1.6 lw 2.5 lc rgb 'black'
}
@legend
plot for [i = 1:words(hashes)] NaN with linespoints lc rgb colour[i] pt shape[i] ps size(i) lw 1.6 title word(hashes, i), \
     NaN with lines dt 2 lw 2 lc rgb 'black' title 'ideal (plan)', \
     NaN with points pt 2 ps 1.6 lw 2.5 lc rgb 'black' title 'its answers'
unset multiplot
