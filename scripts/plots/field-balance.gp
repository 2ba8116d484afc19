# How uneven nodes are against how many there are. Needs: as field-panels.gp.
figure_name = 'cv'; ideal_name = 'ideal_cv'; axis_label = 'coefficient of variation'
heading = 'How uneven are the nodes? (dashed: what its rule, or counting keys, makes of it)'
load panels_file
