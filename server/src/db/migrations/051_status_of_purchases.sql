-- Also says whether a purchase stands: 0 while it is not cancelled, otherwise 1, in a trial too.
create or replace view subscription_state as
  select agency_id, product_id, subscribed, started_at,
    case when subscribed then null when stopped_at >= started_at then stopped_at end as stopped_at, status
  from (
    select agency_id, product_id, status = 0 or last_of_trial = 2 as subscribed, started_at, stopped_at, status
    from (
      select agency_id, product_id,
        coalesce((array_agg(event_code order by at desc, event_id desc) filter (where event_code in (0, 1)))[1], 1) as status,
        coalesce((array_agg(event_code order by at desc, event_id desc) filter (where event_code in (2, 3)))[1], 3)
          as last_of_trial,
        max(at) filter (where event_code in (0, 2)) as started_at,
        max(at) filter (where event_code in (1, 3)) as stopped_at
      from subscription_event group by agency_id, product_id
    ) as events
  ) as said;

-- Texting is set live by people, and e-signature may be; where nobody did, earlier releases left 1.
update agency_product p set status = 0 from subscription_state s, product
where s.agency_id = p.agency_id and s.product_id = p.product_id and product.product_id = p.product_id
  and s.status = 0 and p.changed_at is null and product_key is distinct from 5;
