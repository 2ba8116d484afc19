# Bytes of a placement against nodes. Needs: as field-panels.gp.
figure_name = 'bytes'; ideal_name = ''; axis_label = 'bytes'; heading = 'How much memory does it hold?'
load panels_file
