-- The field in one table: a row an algorithm, number of nodes and part of them removed (in percent).

create table field as
with cells as ( -- in the order in which they were measured
    select algorithm, nodes, removed, min(place) as place from (
        select algorithm, nodes, removed, line as place from lookup
        union all select algorithm, nodes, removed, 1000000 + line from build
        union all select algorithm, nodes, removed, 2000000 + line from balance
        union all select algorithm, nodes, removed, 3000000 + line from move)
    group by algorithm, nodes, removed),
kinds as ( -- numbered: only the last leaves; recorded: the past decides; ring: points; named: the rest
    select name as algorithm, case when can like '%points%' then 'ring' when can like '%ordered%' then 'numbered'
        when can like '%history%' then 'recorded' else 'named' end as kind
    from algorithms),
lookups as (
    select algorithm, nodes, removed, max(iif(mode = 'loop', ns_median, null)) as loop_ns, max(iif(mode = 'chain', ns_median, null)) as chain_ns,
        max(iif(mode = 'batch', ns_median, null)) as batch_ns, max(iif(mode = 'batch', limit_ns, null)) as limit_ns,
        max(iif(mode = 'chain', limit_ns, null)) as limit_chain_ns, max(memory_bytes) as bytes
    from lookup group by algorithm, nodes, removed),
costs as ( -- in place where it can be
    select algorithm, nodes, removed, max(iif(operation = 'build', total_ns, null)) as build_ns,
        coalesce(max(iif(operation = 'add_in_place', total_ns, null)), max(iif(operation = 'add', total_ns, null))) as add_ns,
        coalesce(max(iif(operation = 'remove_in_place', total_ns, null)), max(iif(operation = 'remove', total_ns, null))) as remove_ns,
        max(iif(operation = 'build', memory_bytes, null)) as bytes
    from build group by algorithm, nodes, removed),
evenness as (
    select algorithm, nodes, removed, case when points is not null then 'arcs' when slot_difference is not null then 'slots'
            when method = 'exact' then 'exact' when algorithm like 'multi-probe%' then 'probes' else 'chi-square' end as test,
        peak_mean as peak, cv, ideal_cv, iif(ideal_cv > 0, printf('%.6g', 1.0 * cv / ideal_cv), null) as cv_ratio, p_uniform, slot_difference
    from balance),
moves as (
    select algorithm, nodes, removed,
        max(iif(change = 'add', moved, null)) as add_moved, max(iif(change = 'add', excess, null)) as add_excess,
        max(iif(change = 'add', collateral, null)) as add_collateral,
        max(iif(change = 'remove:last', moved, null)) as last_moved, max(iif(change = 'remove:last', excess, null)) as last_excess,
        max(iif(change = 'remove:last', collateral, null)) as last_collateral,
        max(iif(change = 'remove:random', moved, null)) as random_moved, max(iif(change = 'remove:random', excess, null)) as random_excess,
        max(iif(change = 'remove:random', collateral, null)) as random_collateral,
        max(iif(change = 'remove:30%', moved, null)) as third_moved, max(iif(change = 'remove:30%', excess, null)) as third_excess,
        max(iif(change = 'remove:30%', collateral, null)) as third_collateral
    from move group by algorithm, nodes, removed),
sized as (select *, nodes - nodes * removed / 100 as working from cells)
select algorithm, kind, nodes, removed, working, loop_ns, chain_ns, batch_ns, limit_ns, limit_chain_ns, build_ns, add_ns, remove_ns,
    coalesce(lookups.bytes, costs.bytes) as bytes, test, peak, cv, ideal_cv, cv_ratio, p_uniform, slot_difference,
    -- in how many standard errors CV of n relative shares is known from one set of names: chi-square, n - 1 degrees
    iif(working > 1, printf('%.6g', 1 / sqrt(2.0 * (working - 1))), null) as cv_scatter,
    add_moved, add_excess, add_collateral, last_moved, last_excess, last_collateral,
    random_moved, random_excess, random_collateral, third_moved, third_excess, third_collateral
from sized
left join kinds using (algorithm)
left join lookups using (algorithm, nodes, removed)
left join costs using (algorithm, nodes, removed)
left join evenness using (algorithm, nodes, removed)
left join moves using (algorithm, nodes, removed)
order by place;
