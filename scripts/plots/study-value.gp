# Cost against quality: a panel a key length, a filled mark a hash one at a time, a hollow one in bulk.
# Needs beside common.gp's: data (folder), lengths, hashes, least and most (ns), low and high (effective virtual nodes).
load common
panels = words(lengths)
set multiplot layout 1,panels margins 0.06,0.985,0.29,0.86 spacing 0.02,0 \
    title 'What does a key cost, and what does one get for it?' font ',15' textcolor rgb ink
set logscale xy
set xrange [least:most]
set yrange [low:high]
set format x '%g'
set xlabel 'ns a key' textcolor rgb ink
file(l, m, h) = sprintf('%s/value-%s-%s-%s.tsv', data, l, m, h)

do for [p = 1:panels] {
    l = word(lengths, p)
    set title 'keys of '.l.' bytes' offset 0,-0.6
    if (p == 1) { set ylabel 'fewest effective virtual nodes of 160' textcolor rgb ink offset 0.5,0 }
    if (p > 1) { unset ylabel; set format y '' }
    plot for [i = 1:words(hashes)] file(l, 'loop', word(hashes, i)) using 1:2 with points pt 7 ps 1.6 lc rgb colour[i], \
         for [i = 1:words(hashes)] file(l, 'batch', word(hashes, i)) using 1:2 with points pt 6 ps 1.6 lw 2 lc rgb colour[i]
}
@legend
plot for [i = 1:words(hashes)] NaN with points pt 7 ps 1.6 lc rgb colour[i] title word(hashes, i), \
     NaN with points pt 7 ps 1.6 lc rgb ink title 'one at a time', NaN with points pt 6 ps 1.6 lw 2 lc rgb ink title 'in bulk'
unset multiplot
