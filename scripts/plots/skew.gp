# Peak share against virtual nodes: a panel a number of nodes, a line a hash, the ideal curve, and one band.
# Needs beside common.gp's: data (folder), sizes, hashes, band (the hash whose p50..p95 is shown, or ''), least and
# most (virtual nodes).
load common
panels = words(sizes)
set multiplot layout 1,panels margins 0.06,0.985,0.255,0.86 spacing 0.045,0 \
    title 'How far above its fair share is the fullest node?' font ',15' textcolor rgb ink

set logscale xy
set xrange [least / 1.35:most * 1.35]
set yrange [low:high]
set xtics (1, 5, 10, 32, 160, 1000, '' 100, '' 500)
set xlabel 'virtual nodes a node' textcolor rgb ink
# the axis is the excess over 1, its labels are the peak
set ytics ('1.05' 0.05, '1.1' 0.1, '1.2' 0.2, '1.5' 0.5, '2' 1, '3' 2, '5' 4, '10' 9, '20' 19, '50' 49, '100' 99, '200' 199, \
    '500' 499, '1000' 999)
# good hashes lie on each other: later points are smaller
size(i) = 1.6 - 0.13 * i
file(n, h) = sprintf('%s/skew-%s-%s.tsv', data, n, h)

do for [p = 1:panels] {
    n = word(sizes, p)
    set title n.' nodes' offset 0,-0.6
    if (p == 1) { set ylabel 'peak: largest share / fair share (log of peak - 1)' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
    plot for [i = 1:words(hashes)] file(n, word(hashes, i)) using 1:(word(hashes, i) eq band ? $3 - 1 : NaN):($4 - 1) \
             with filledcurves fc rgb colour[i] fs transparent solid 0.2 noborder, \
         for [i = 1:words(hashes)] file(n, word(hashes, i)) using 1:($2 - 1) with linespoints \
             lc rgb colour[i] pt shape[i] ps size(i) lw 1.6, \
         file(n, word(hashes, 1)) using 1:($5 - 1) with lines dt 2 lw 2 lc rgb 'black'
}
@legend
plot for [i = 1:words(hashes)] NaN with linespoints lc rgb colour[i] pt shape[i] ps size(i) lw 1.6 title word(hashes, i), \
     NaN with lines dt 2 lw 2 lc rgb 'black' title 'ideal (theory)', \
     NaN with filledcurves fc rgb colour[band_at] fs transparent solid 0.2 noborder title band.', median to p95'
unset multiplot
