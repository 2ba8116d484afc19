# The figures of a case over its revisions, a panel a figure: values (of times the least and largest launch too), the level
# of each piece, a line where it changed and a dashed one where that was accepted.
# Needs beside common.gp's: data (folder of P.tsv and P.gp), about, panels, names (a word a revision), rows, columns.
load common
set multiplot layout rows,columns margins 0.075,0.985,(legend_pixels + 75.0)/height,1 - 65.0/height spacing 0.07,95.0/height \
    title about noenhanced font ',15' textcolor rgb ink
set style arrow 1 nohead lw 1.6 dt 1 lc rgb colour[4]
set style arrow 2 nohead lw 1.4 dt 2 lc rgb colour[7]
set style arrow 3 nohead lw 1.6 lc rgb colour[2]
count = words(names)
set xrange [0.5:count + 0.5]
# as many as can be read
step = ceil(count / 16.0)
set xtics scale 0.5 rotate by 90 right font ',8' (word(names, 1) 1)
set for [i = 1 + step:count:step] xtics add (word(names, i) i)
set ytics font ',9'
set errorbars 0
size_of = count > 60 ? 0.35 : 0.6
do for [p = 1:panels] {
    unset arrow
    load sprintf('%s/%d.gp', data, p)
    set title offset 0,-0.7
    file = sprintf('%s/%d.tsv', data, p)
    plot file using 1:2:3:4 with yerrorbars pt 7 ps size_of lw 1 lc rgb colour[1]
}
unset arrow
set origin 0,0
set size 1,1
@legend
set tmargin at screen legend_pixels/height
set key at screen 0.5,0.5*legend_pixels/height maxrows 1 font ',10' samplen 2.5
plot NaN with points pt 7 ps 0.6 lc rgb colour[1] title 'measured', \
     NaN with lines lw 1.6 lc rgb colour[2] title 'level', \
     NaN with lines lw 1.6 lc rgb colour[4] title 'change', \
     NaN with lines lw 1.4 dt 2 lc rgb colour[7] title 'accepted'
unset multiplot
