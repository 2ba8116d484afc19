# What moves between nodes that a change does not touch: a row an algorithm, a mark a change.
# Needs beside common.gp's: data (folder), algorithms, nodes.
load common
set title 'What moves that need not? '.nodes.' nodes, all working' font ',15'
set lmargin at screen 0.17
set bmargin at screen 0.2
set logscale x
set xrange [6e-7:2]
set yrange [0.3:words(algorithms) + 0.7]
set format x '%g'
set xtics add ('none' 1e-6)
set xlabel 'part of all keys that moves between two nodes that stay' textcolor rgb ink
set ytics ()
do for [i = 1:words(algorithms)] { set ytics add (word(algorithms, words(algorithms) + 1 - i) i) }
set key at screen 0.5,0.04 center center horizontal textcolor rgb ink
plot data.'/add.tsv' using 2:1 with points pt 7 ps 1.6 lc rgb colour[1] title 'one added', \
     data.'/last.tsv' using 2:1 with points pt 6 ps 1.9 lw 2 lc rgb colour[2] title 'the last leaves', \
     data.'/random.tsv' using 2:1 with points pt 9 ps 1.5 lc rgb colour[3] title 'one at random leaves', \
     data.'/third.tsv' using 2:1 with points pt 4 ps 2.2 lw 2 lc rgb colour[4] title '30 % leave'
