# Terminal, palette and axes of all plots. Needs: kind (svg, png), output_file, width, height.
if (kind eq 'svg') {
    set terminal svg size width,height enhanced font 'DejaVu Sans,13' background rgb 'white'
} else {
    set terminal pngcairo size 1.5*width,1.5*height enhanced font 'DejaVu Sans,10' fontscale 1.5 linewidth 1.5 pointscale 1.5 background rgb 'white'
}
set output output_file
set datafile separator "\t"
set datafile missing ''

# Okabe and Ito's colour-blind-safe palette, its yellow darkened (it drowns on white), and two of Tol's; black is for limits and ideals
array colour[10] = ['#0072B2', '#E69F00', '#009E73', '#D55E00', '#56B4E9', '#CC79A7', '#7F7F7F', '#A89900', '#882255', '#332288']
array shape[10] = [7, 5, 9, 11, 13, 6, 4, 8, 15, 10]
# lines that lie on each other show through each other's gaps
array dash[8] = [1, 2, 4, 5, 3, 1, 2, 4]
ink = '#404040'

set border 3 lc rgb ink lw 1
set tics nomirror out textcolor rgb ink
set grid xtics ytics lc rgb '#DDDDDD' lw 1 dt 1
set title textcolor rgb ink

# A strip below the panels with nothing but the legend; follow it by a plot of NaN with titles.
legend = "unset border; unset tics; unset xlabel; unset ylabel; unset title; unset logscale; unset grid; \
set lmargin at screen 0.02; set rmargin at screen 0.98; set bmargin at screen 0.0; set tmargin at screen 0.12; \
set key at screen 0.5,0.06 center center horizontal Left reverse width 1 samplen 4 textcolor rgb ink; \
set xrange [0:1]; set yrange [0:1]"
unset key
