-- Sign-ins by month, so that what is older than half a year goes by dropping a month.
alter table agency_sign_in rename to agency_sign_in_unparted;
alter table agency_sign_in_unparted rename constraint agency_sign_in_pkey to agency_sign_in_unparted_pkey;

create table agency_sign_in (
  agency_id integer not null references agency,
  username text not null,
  created_at timestamptz not null,
  outcome smallint not null,
  ip text not null,
  hostname text not null,
  -- Of the agency as it was then; null where a release that did not know of it took the report.
  hosting_environment text check (hosting_environment in ('locals', 'kotter', 'opusW', 'opusE', 'opusE2')),
  -- Tells what the counts by day hold already.
  xid xid8 not null default pg_current_xact_id(),
  primary key (agency_id, username, created_at, outcome)
) partition by range (created_at);
create index agency_sign_in_successful on agency_sign_in (created_at) include (hosting_environment) where outcome = 0;
create index agency_sign_in_xid on agency_sign_in (xid);
-- Holds what fits no month: clocks of agencies may be wrong.
create table agency_sign_in_other partition of agency_sign_in default;

-- Successful sign-ins by day, in UTC; they stay when the months go.
create table agency_sign_in_day (
  day date not null,
  hosting_environment text not null,
  sign_ins integer not null,
  primary key (day, hosting_environment)
);

-- How far counts by day have come with a history: all of lower transactions is in them.
create table day_count_mark (
  history text primary key,
  below_xid xid8 not null
);
insert into day_count_mark values ('agency_sign_in', '0');

-- Makes the months up to two ahead and drops those that ended before an instant and are counted. Of the owner of the
-- tables, as the server's own role may neither make nor drop one.
create function keep_agency_sign_in_months(at timestamptz, kept_since timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '5s' as $$
declare
  mark xid8 := (select below_xid from day_count_mark where history = 'agency_sign_in');
  month timestamptz;
  part text;
  is_counted boolean;
begin
  lock table agency_sign_in in share update exclusive mode;
  for month in
    select generate_series(date_trunc('month', kept_since), date_trunc('month', at) + interval '2 months', interval '1 month')
  loop
    part := 'agency_sign_in_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(part) is not null;
    execute format('create table %I (like agency_sign_in including all)', part);
    execute format(
      'with moved as (delete from agency_sign_in_other where created_at >= $1 and created_at < $2 returning *)
       insert into %I select * from moved', part) using month, month + interval '1 month';
    execute format('alter table agency_sign_in attach partition %I for values from (%L) to (%L)',
      part, month, month + interval '1 month');
  end loop;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'agency_sign_in'::regclass and c.relname < 'agency_sign_in_' || to_char(kept_since, 'YYYY_MM')
      and c.relname ~ '^agency_sign_in_\d{4}_\d\d$'
  loop
    execute format('select not exists (select from %I where xid >= $1)', part) into is_counted using mark;
    if is_counted then execute format('drop table %I', part); end if;
  end loop;
  delete from agency_sign_in_other where created_at < kept_since and xid < mark;
end $$;

select keep_agency_sign_in_months(now(), now() - interval '180 days');

insert into agency_sign_in (agency_id, username, created_at, outcome, ip, hostname, hosting_environment)
select agency_id, username, created_at, outcome, ip, hostname,
  case agency_type when 0 then 'locals' when 1 then 'kotter' else
    case region_id when 0 then 'opusW' when 1 then 'opusW' when 3 then 'opusE' else 'opusE2' end end
from agency_sign_in_unparted join agency using (agency_id);
drop table agency_sign_in_unparted;

-- Tells what the totals by day hold already.
alter table activity_event add column xid xid8 not null default pg_current_xact_id();
create index activity_event_xid on activity_event (xid);
-- What stood before counting began: since when an agency is live is not known.
insert into activity_event (at, category, agency_id, change)
select '0001-01-01 00:00Z', 'Cloud', agency_id, 1 from agency where onboarding_status = 7;
insert into activity_event (at, category, agency_id, change)
select changed_at, 'Texting', agency_id, 1 from agency_product join product using (product_id)
where product_key = 5 and status = 0 and changed_at is not null;

-- Additions less those undone, by day in UTC.
create table activity_day (
  day date not null,
  category text not null,
  change integer not null,
  primary key (day, category)
);
insert into day_count_mark values ('activity_event', '0');

-- How many clients all agencies had when a day in UTC was first looked at.
create table client_count_day (
  day date primary key,
  at timestamptz not null,
  clients bigint not null
);
