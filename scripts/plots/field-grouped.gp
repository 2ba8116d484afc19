# The legend of three panels, each below its own. Needs: legend_at (its height).
do for [k = 1:3] {
    unset border; unset tics; unset xlabel; unset ylabel; unset title; unset logscale; unset grid
    set lmargin at screen (0.02 + 0.325 * (k - 1)); set rmargin at screen (0.02 + 0.325 * k)
    set bmargin at screen 0; set tmargin at screen 0.1
    set key at screen (0.19 + 0.32 * (k - 1)),legend_at center center horizontal Left reverse width 0 samplen 3 maxcols 3 \
        textcolor rgb ink font ',10'
    set xrange [0:1]; set yrange [0:1]
    plot for [i = 1:words(list(k))] NaN with linespoints lc rgb colour[i] pt shape[i] ps 1.2 lw 1.6 title word(list(k), i)
}
