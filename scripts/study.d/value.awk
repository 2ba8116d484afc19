# Cost beside quality: value.csv. Input: `quality`, hash, effective virtual nodes (a line a naming scheme), and `hash`, hash,
# key bytes, mode, nanoseconds.
BEGIN { print "hash,key_bytes,mode,ns_median,least_effective" }
$1 == "quality" { if (!($2 in least) || $3 < least[$2]) least[$2] = $3 }
$1 == "hash" && ($2 in least) { printf "%s,%s,%s,%s,%s\n", $2, $3, $4, $5, least[$2] }
