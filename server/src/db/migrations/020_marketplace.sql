-- What decides who sees a product; everything else of it comes with its screens.
alter table product
  add column provider_name text not null default '',
  -- True: all agencies but those of product_override see it; false: only those do.
  add column enabled boolean not null default false,
  -- The lowest version of an agency's software that sees it; empty for any.
  add column minimum_version text not null default '',
  -- The vendor reads the data of agencies that opted in.
  add column vendor_data_sync boolean not null default false,
  add column deleted_at timestamptz;
update product set enabled = true where product_key is not null;

create table product_override (
  product_id integer not null references product,
  -- No reference: a list may name agencies that are yet to come.
  agency_id integer not null,
  primary key (product_id, agency_id)
);
create index product_override_of_agency on product_override (agency_id);

create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a history is append-only: a correction is a new event';
end $$;

-- The histories that reports are made of. They grow for as long as the product is used, so each is cut by year.
create sequence subscription_event_number;
create table subscription_history (
  event_id bigint not null default nextval('subscription_event_number'),
  at timestamptz not null,
  agency_id integer not null,
  product_id integer not null references product,
  -- 0 a purchase, 1 its cancellation, 2 the start of a trial, 3 its end.
  event_code smallint not null check (event_code between 0 and 3),
  by text not null,
  primary key (event_id, at)
) partition by range (at);

create sequence opt_in_event_number;
create table opt_in_event (
  event_id bigint not null default nextval('opt_in_event_number'),
  at timestamptz not null,
  agency_id integer not null,
  product_id integer not null references product,
  -- 1 data are shared with the vendor from now on, -1 no longer.
  change smallint not null check (change in (-1, 1)),
  -- Who decided it at the agency.
  initials text not null,
  name text not null,
  primary key (event_id, at)
) partition by range (at);

create sequence activity_event_number;
create table activity_event (
  event_id bigint not null default nextval('activity_event_number'),
  at timestamptz not null,
  category text not null check (category in ('Registration', 'Cloud', 'Texting', 'Vendor')),
  agency_id integer not null,
  -- 1 an addition, -1 one undone.
  change smallint not null check (change in (-1, 1)),
  primary key (event_id, at)
) partition by range (at);

-- What was told of earlier years lies together; what comes later than the last one too, until a migration adds years.
do $$
declare
  history text;
begin
  foreach history in array array['subscription_history', 'opt_in_event', 'activity_event'] loop
    execute format('create table %I partition of %I for values from (minvalue) to (%L)',
      history || '_before', history, '2025-01-01 00:00Z');
    for year in 2025..2029 loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        history || '_' || year, history, year || '-01-01 00:00Z', year + 1 || '-01-01 00:00Z');
    end loop;
    execute format('create table %I partition of %I default', history || '_later', history);
  end loop;
end $$;

insert into subscription_history (event_id, at, agency_id, product_id, event_code, by)
  select event_id, at, agency_id, product_id, case change when 1 then 0 else 1 end, by from subscription_event;
select setval('subscription_event_number', greatest(1, (select coalesce(max(event_id), 0) from subscription_event)));

-- What billing has dealt with, apart from the events, which nobody changes.
create table billing_record (
  event_id bigint primary key,
  processed boolean not null,
  version integer not null default 1,
  changed_by text,
  changed_at timestamptz
);
insert into billing_record (event_id, processed) select event_id, true from subscription_event where processed;

drop table subscription_event;
alter table subscription_history rename to subscription_event;
do $$
declare
  part text;
begin
  for part in select relname from pg_class where relkind = 'r' and relname like 'subscription\_history\_%' loop
    execute format('alter table %I rename to %I', part, replace(part, 'subscription_history', 'subscription_event'));
  end loop;
end $$;
alter index subscription_history_pkey rename to subscription_event_pkey;

create index subscription_event_agency on subscription_event (agency_id, product_id, at desc, event_id desc);
create index subscription_event_product on subscription_event (product_id, at desc, event_id desc);
create index opt_in_event_agency on opt_in_event (agency_id, product_id, at desc, event_id desc);
create index opt_in_event_product on opt_in_event (product_id, at desc, event_id desc);
create index activity_event_category on activity_event (category, at desc, event_id desc);

do $$
declare
  history text;
  part text;
begin
  foreach history in array array['subscription_event', 'opt_in_event', 'activity_event'] loop
    execute format('create trigger rows_stay before update or delete on %I for each row execute function history_is_append_only()', history);
    execute format('revoke update, delete, truncate on %I from public, current_user', history);
    -- A statement's trigger does not reach the parts of a table.
    for part in select history union all select inhrelid::regclass::text from pg_inherits where inhparent = history::regclass loop
      execute format('create trigger table_stays before truncate on %I for each statement execute function history_is_append_only()', part);
    end loop;
  end loop;
end $$;

-- What the events of an agency and a product say; agency_product holds the same for reading.
create view subscription_state as
  select agency_id, product_id, subscribed, started_at,
    case when subscribed then null when stopped_at >= started_at then stopped_at end as stopped_at
  from (
    select agency_id, product_id,
      coalesce((array_agg(event_code order by at desc, event_id desc) filter (where event_code in (0, 1)))[1] = 0, false)
        or coalesce((array_agg(event_code order by at desc, event_id desc) filter (where event_code in (2, 3)))[1] = 2, false)
        as subscribed,
      max(at) filter (where event_code in (0, 2)) as started_at,
      max(at) filter (where event_code in (1, 3)) as stopped_at
    from subscription_event group by agency_id, product_id
  ) as said;
create view opt_in_state as
  select agency_id, product_id,
    (array_agg(change order by at desc, event_id desc))[1] = 1 as opted_in,
    max(at) filter (where change = 1) as opt_in_at,
    coalesce((array_agg(initials order by at desc, event_id desc) filter (where change = 1))[1], '') as opt_in_initials,
    coalesce((array_agg(name order by at desc, event_id desc) filter (where change = 1))[1], '') as opt_in_name
  from opt_in_event group by agency_id, product_id;

alter table agency_product
  add column subscribed boolean not null default false,
  -- The last start of a subscription or trial, and the stop after it; null while there was none.
  add column started_at timestamptz,
  add column stopped_at timestamptz,
  add column opted_in boolean not null default false,
  -- The last opt-in and who decided it; kept when it is taken back.
  add column opt_in_at timestamptz,
  add column opt_in_initials text not null default '',
  add column opt_in_name text not null default '',
  -- Null while the status was never set; its version is 0 then.
  alter column changed_by drop not null,
  alter column changed_at drop not null;
insert into agency_product (agency_id, product_id, version)
  select agency_id, product_id, 0 from subscription_state on conflict do nothing;
update agency_product p set subscribed = s.subscribed, started_at = s.started_at, stopped_at = s.stopped_at
from subscription_state s where s.agency_id = p.agency_id and s.product_id = p.product_id;
create index agency_product_of_product on agency_product (product_id, agency_id);
