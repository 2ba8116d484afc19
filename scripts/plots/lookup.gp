# Time of a lookup against points, log-log: a panel a mode, a line a way to search, the memory limit dashed.
# Needs beside common.gp's: data (folder), modes, series (file stems), names (what the legend says), limit_of (the index whose
# footprint the limit is of), least and most (points).
load common
panels = words(modes)
set multiplot layout 1,panels margins 0.06,0.985,0.255,0.86 spacing 0.045,0 \
    title 'What does a lookup cost as the ring grows?' font ',15' textcolor rgb ink

set logscale xy
set xrange [least / 1.5:most * 1.5]
set yrange [low:high]
set format x '10^{%T}'
set format y '%g'
set xlabel 'points on the ring (100 a node)' textcolor rgb ink
file(m, s) = sprintf('%s/lookup-%s-%s.tsv', data, m, s)
about(m) = m eq 'loop' ? 'loop: independent keys' : m eq 'chain' ? 'chain: each key needs the last answer' : \
    m eq 'batch' ? 'batch: many keys at once' : m

do for [p = 1:panels] {
    m = word(modes, p)
    set title about(m) offset 0,-0.6
    if (p == 1) { set ylabel 'ns a lookup' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
    plot for [i = 1:words(series)] file(m, word(series, i)) using 1:2:3:4 with yerrorlines \
             lc rgb colour[i] pt shape[i] ps 0.9 lw 1.6, \
         file(m, 'limit') using 1:2 with lines dt 2 lw 2 lc rgb 'black'
}
@legend
plot for [i = 1:words(series)] NaN with linespoints lc rgb colour[i] pt shape[i] ps 0.9 lw 1.6 title word(names, i), \
     NaN with lines dt 2 lw 2 lc rgb 'black' title 'memory limit ('.limit_of."'s)"
unset multiplot
