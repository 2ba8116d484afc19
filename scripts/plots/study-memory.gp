# Against virtual nodes: the peak, the memory, the search, the time to build.
# Needs beside common.gp's: data (folder), least and most (virtual nodes).
load common
set multiplot layout 1,4 margins 0.05,0.985,0.25,0.86 spacing 0.05,0 \
    title 'What do more virtual nodes buy, and what do they cost?' font ',15' textcolor rgb ink
set logscale xy
set xrange [least:most]
set format '%g'
set xlabel 'virtual nodes a node' textcolor rgb ink
array modes[3] = ['chain', 'loop', 'batch']
array about[3] = ['one waits for the other', 'one after the other', 'in bulk']

set title 'peak, 95 % quantile' offset 0,-0.6
set ytics ('1.01' 0.01, '1.02' 0.02, '1.05' 0.05, '1.1' 0.1, '1.2' 0.2, '1.5' 0.5, '2' 1, '3' 2, '5' 4, '10' 9)
plot data.'/peak.tsv' using 1:2 with linespoints pt 7 lc rgb colour[1] lw 1.6
set ytics autofreq
set title 'KiB of the ring'
plot data.'/memory.tsv' using 1:2 with linespoints pt 7 lc rgb colour[1] lw 1.6
set title 'ns a search'
set yrange [0.5:*]
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
plot for [i = 1:3] sprintf('%s/%s.tsv', data, modes[i]) using 1:2:3:4 with yerrorlines \
    lc rgb colour[i + 1] pt shape[i + 1] ps 1.1 lw 1.6
set yrange [*:*]
set ytics autofreq
set title 'microseconds to build'
plot data.'/build.tsv' using 1:2 with linespoints pt 7 lc rgb colour[1] lw 1.6
@legend
plot for [i = 1:3] NaN with linespoints lc rgb colour[i + 1] pt shape[i + 1] ps 1.1 lw 1.6 title 'search: '.about[i]
unset multiplot
