# Ours and theirs on one line a contest, ns on a logarithmic axis, the ratio with its interval behind it.
# Needs beside common.gp's: data (folder), rows, low, high.
load common
set lmargin at screen 0.35
set rmargin at screen 0.80
set bmargin at screen 0.5 * 92.0 / height + 22.0 / height
set tmargin at screen 1 - 52.0 / height
set title 'How many times as fast as what people use?' font ',15' offset 0,-0.3

set logscale x
set xrange [low:high]
set yrange [rows + 0.6:0.4]
set format x '%g'
set xlabel 'ns a key (sort: a point), on the same keys in the same run' textcolor rgb ink
set ytics scale 0 font ',11'
set grid noytics
set key at screen 0.98,1 - 30.0 / height right center horizontal Right width 1 samplen 1.5 textcolor rgb ink
file = sprintf('%s/rivals.tsv', data)
times(r) = r < 10 ? sprintf('%.2f', r) : r < 100 ? sprintf('%.1f', r) : sprintf('%.0f', r)
band(r, l, h) = times(r).' times  ('.times(l).' to '.times(h).')'

plot file using 3:1:($4 - $3):(0) with vectors nohead lc rgb '#BBBBBB' lw 2 notitle, \
     file using 4:1:ytic(2) with points pt shape[2] ps 1.1 lc rgb colour[2] title 'theirs', \
     file using 3:1 with points pt shape[1] ps 1.1 lc rgb colour[1] title 'ours', \
     file using (high):1:(band($5, $6, $7)) with labels left offset 1,0 font ',10' textcolor rgb ink notitle
