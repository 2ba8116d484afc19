# Effective virtual nodes: a panel a number of virtual nodes, a line of marks a hash, a mark a naming scheme.
# Needs beside common.gp's: data (folder), panels (numbers of virtual nodes), hashes, low and high.
load common
count = words(hashes)
set multiplot layout 1,2 margins 0.115,0.985,0.22,0.86 spacing 0.03,0 \
    title 'How many virtual nodes of an ideal hash are as even as these?' font ',15' textcolor rgb ink
set logscale x
set xrange [low:high]
set yrange [0.4:count + 0.6]
set format x '%g'
set xlabel 'effective virtual nodes' textcolor rgb ink
file(at, v) = sprintf('%s/%s-%s.tsv', data, at, v)

do for [p = 1:2] {
    v = word(panels, p)
    set title v.' virtual nodes a node' offset 0,-0.6
    set ytics ()
    do for [i = 1:count] { set ytics add ((p == 1 ? word(hashes, i) : '') count + 1 - i) }
    set arrow 1 from v + 0,graph 0 to v + 0,graph 1 nohead dt 2 lw 2 lc rgb 'black'
    plot file('end', v) using 2:1 with points pt 7 ps 1.0 lc rgb colour[1], \
         file('first', v) using 2:1 with points pt 6 ps 1.5 lw 2 lc rgb colour[4]
}
@legend
unset arrow 1
plot NaN with points pt 7 ps 1.0 lc rgb colour[1] title 'index at the end of the label', \
     NaN with points pt 6 ps 1.5 lw 2 lc rgb colour[4] title 'index first', \
     NaN with lines dt 2 lw 2 lc rgb 'black' title 'as many as there are'
unset multiplot
