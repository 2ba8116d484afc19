# Time of a hash against key length, log-log: a panel a mode, a line a hash.
# Needs beside common.gp's: data (folder), modes, hashes, left_out (names, or ''), least and most (bytes).
load common
panels = words(modes)
set multiplot layout 1,panels margins 0.075,0.98,0.3,0.86 spacing 0.06,0 \
    title 'What does a hash cost, by key length?' font ',15' textcolor rgb ink

set logscale xy
set xrange [least / 1.25:most * 1.25]
set yrange [low:high]
set xtics (1, 8, 16, 32, 64, 128, 256, 1024)
set format y '%g'
set xlabel 'bytes of the key' textcolor rgb ink
# some hashes cost the same: later points are smaller
size(i) = 1.5 - 0.1 * i
file(m, h) = sprintf('%s/hash-%s-%s.tsv', data, m, h)
about(m) = m eq 'loop' ? 'loop: one key after the other' : m eq 'chain' ? 'chain: each key needs the last hash' : \
    m eq 'batch' ? 'batch: many keys at once' : m

do for [p = 1:panels] {
    m = word(modes, p)
    set title about(m) offset 0,-0.6
    if (p == 1) { set ylabel 'ns a hash' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
    plot for [i = 1:words(hashes)] file(m, word(hashes, i)) using 1:2:3:4 with yerrorlines \
             lc rgb colour[i] pt shape[i] ps size(i) lw 1.6 dt dash[i]
}
@legend
set key at screen 0.5,0.13
if (left_out ne '') { set label 1 'not drawn: '.left_out at screen 0.5,0.035 center font ',10' textcolor rgb ink }
plot for [i = 1:words(hashes)] NaN with linespoints lc rgb colour[i] pt shape[i] ps size(i) lw 1.6 dt dash[i] title word(hashes, i)
unset multiplot
