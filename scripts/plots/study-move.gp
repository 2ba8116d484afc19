# A node leaves: what the heaviest heir takes, and how many inherit, against virtual nodes; a line a hash.
# Needs beside common.gp's: data (folder), hashes, others (nodes that stay), least and most (virtual nodes).
load common
set multiplot layout 1,2 margins 0.065,0.985,0.23,0.86 spacing 0.06,0 \
    title 'A node leaves: who inherits its keys?' font ',15' textcolor rgb ink
set logscale x
set xrange [least:most]
set yrange [0:*]
set format x '%g'
set xlabel 'virtual nodes a node' textcolor rgb ink
file(h) = sprintf('%s/heirs-%s.tsv', data, h)

set title 'the part that the heaviest heir takes' offset 0,-0.6
plot for [i = 1:words(hashes)] file(word(hashes, i)) using 1:2 with linespoints lc rgb colour[i] pt shape[i] lw 1.6, \
     1.0 / others with lines dt 2 lw 2 lc rgb 'black'
set title 'how many nodes inherit'
set yrange [0:others + 0.5]
plot for [i = 1:words(hashes)] file(word(hashes, i)) using 1:3 with linespoints lc rgb colour[i] pt shape[i] lw 1.6, \
     others with lines dt 2 lw 2 lc rgb 'black'
@legend
plot for [i = 1:words(hashes)] NaN with linespoints lc rgb colour[i] pt shape[i] lw 1.6 title word(hashes, i), \
     NaN with lines dt 2 lw 2 lc rgb 'black' title 'all survivors alike'
unset multiplot
