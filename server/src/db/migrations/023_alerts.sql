-- System alerts that agencies see in their software.
create table system_alert (
  guid uuid primary key,
  category smallint not null check (category between 1 and 2),
  priority smallint not null check (priority between 1 and 3),
  feature smallint not null check (feature between 1 and 3),
  message text not null check (message <> ''),
  -- 1 the agencies of system_alert_agency, 2 all, 3 those of the region.
  recipient_type smallint not null check (recipient_type between 1 and 3),
  region smallint check (region between 0 and 3),
  -- Of the first sending or of the last update.
  start_time timestamptz not null,
  -- Null while it is active.
  end_time timestamptz,
  changed_by text not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  check ((recipient_type = 3) = (region is not null))
);
create index system_alert_active on system_alert (start_time) where end_time is null;

-- Agencies that an alert lists. They may be unknown, or known only later.
create table system_alert_agency (
  guid uuid not null references system_alert,
  agency_id integer not null check (agency_id between 1 and 99999999),
  primary key (guid, agency_id)
);

-- When the software of an agency first fetched a version of an alert.
create table system_alert_delivery (
  guid uuid not null references system_alert,
  version integer not null,
  agency_id integer not null,
  delivered_at timestamptz not null,
  primary key (guid, version, agency_id)
);

-- Counts what is sent, updated and resolved, so that software asks for alerts only when there is something new.
create table system_alert_counter (
  the_only boolean primary key default true check (the_only),
  number integer not null
);
insert into system_alert_counter (number) values (0);
