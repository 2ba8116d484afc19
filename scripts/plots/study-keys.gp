# Chi-square of key counts over its degrees of freedom: a panel a placement, a line of marks a hash, a mark a key set.
# Needs beside common.gp's: data (folder), panels (placement-nodes), degrees (of freedom of each), hashes, sets, low and high.
load common
count = words(hashes)
set multiplot layout 1,words(panels) margins 0.105,0.985,0.22,0.86 spacing 0.02,0 \
    title 'Do keys spread as chance would spread them?' font ',15' textcolor rgb ink
set logscale x
set xrange [low:high]
set yrange [0.4:count + 0.6]
set xtics (0.001, 0.01, 0.1, 1, 10, 100, 1000)
set xlabel 'chi-square / degrees of freedom' textcolor rgb ink
# Wilson and Hilferty: where chi-square stays but for one in 370
edge(d, z) = (1 - 2 / (9.0 * d) + z * sqrt(2 / (9.0 * d))) ** 3
above(x) = x > low ? x : low

do for [p = 1:words(panels)] {
    panel = word(panels, p)
    at = strstrt(panel, '-')
    d = word(degrees, p) + 0
    set title panel[1:at - 1].', '.panel[at + 1:*].' nodes' offset 0,-0.6
    set ytics ()
    do for [i = 1:count] { set ytics add ((p == 1 ? word(hashes, i) : '') count + 1 - i) }
    set object 1 rectangle from above(edge(d, -3)),graph 0 to edge(d, 3),graph 1 behind fc rgb '#E8E8E8' fs solid noborder
    plot for [i = 1:words(sets)] sprintf('%s/%s-%s.tsv', data, panel, word(sets, i)) using 2:1 with points \
        pt shape[i] ps 1.1 lc rgb colour[i]
}
@legend
unset object 1
plot for [i = 1:words(sets)] NaN with points pt shape[i] ps 1.1 lc rgb colour[i] title word(sets, i), \
     NaN with filledcurves fc rgb '#E8E8E8' fs solid noborder title 'chance'
unset multiplot
