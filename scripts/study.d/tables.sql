-- What the study's charts and sentences need besides the measured rows.

-- The textbook's number of virtual nodes beside the exact one.
create table textbook as
select nodes, substr(target, length('peak<=') + 1) as peak, confidence, vnodes as exact, textbook_vnodes as textbook,
    printf('%.6g', 1 - 1.0 * textbook_vnodes / vnodes) as shortfall
from plan
where recommended = 1
order by line;

-- Cost beside quality: the fewest effective virtual nodes of 160 on any naming scheme.
create table value as
select hash, key_bytes, mode, ns_median, least_effective
from hash
join (select hash, min(effective_vnodes) as least_effective from quality where vnodes = 160 group by hash) using (hash)
where ns_median is not null
order by line;
