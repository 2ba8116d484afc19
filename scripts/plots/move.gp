# What moves against what must move: a panel a number of nodes, a group a change, a bar a placement, a mark the ideal.
# Needs beside common.gp's: data (folder), sizes, placements, changes, about.
load common
panels = words(sizes)
set multiplot layout 1,panels margins 0.075,0.985,0.2,0.86 spacing 0.06,0 \
    title 'What moves when nodes change, and what has to? '.about font ',15' textcolor rgb ink

count = words(placements)
bar = 0.8 / count
x(group, i) = group + (i - (count + 1) / 2.0) * bar
set xrange [0.45:words(changes) + 0.55]
set yrange [0:108]
set ytics 0,20,100
set format y '%g %%'
set grid noxtics
set xtics scale 0 ('' 0)
set for [g = 1:words(changes)] xtics add (word(changes, g) g)
set style fill solid 0.85 noborder
set boxwidth bar * 0.92
# ideal marks without ends, which would hide the low bars
set errorbars 0
file(n, a) = sprintf('%s/move-%s-%s.tsv', data, n, a)

do for [p = 1:panels] {
    n = word(sizes, p)
    set title n.' nodes' offset 0,-0.6
    if (p == 1) { set ylabel 'keys that move' textcolor rgb ink offset 0.5,0 } else { unset ylabel }
    plot for [i = 1:count] file(n, word(placements, i)) using (x($1, i)):(100 * $2) with boxes \
             fc rgb colour[i], \
         for [i = 1:count] file(n, word(placements, i)) using (x($1, i)):(100 * $2):(sprintf('%.3g', 100 * $2)) \
             with labels offset 0,0.6 font ',9' textcolor rgb ink, \
         for [i = 1:count] file(n, word(placements, i)) using (x($1, i)):(100 * $3):(bar * 0.46) with xerrorbars \
             pt -1 lw 0.9 lc rgb 'black'
}
@legend
plot for [i = 1:count] NaN with boxes fc rgb colour[i] title word(placements, i), \
     NaN with lines lw 1.2 lc rgb 'black' title 'ideal: what has to move'
unset multiplot
