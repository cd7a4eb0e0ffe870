-- Texting of agencies. Nothing here refers to agency: a TCR number may outlive its agency, and is then an orphan.
create table agency_texting (
  agency_id integer primary key check (agency_id between 1 and 99999999),
  -- As they were given, 10 digits or 11 beginning with 1; the first one is the agency's number.
  phones text[] not null default '{}',
  phones_changed_by text not null,
  phones_changed_at timestamptz not null,
  phones_version integer not null default 1,
  -- The last order at the provider that is known, and which of its two kinds it is.
  order_id text,
  order_kind text check (order_kind in ('standard', 'hosted')),
  tcr_number text,
  -- From the first number after none; null while there is none.
  tcr_created_by text,
  tcr_created_at timestamptz,
  -- From each change, the removal included; null before the first number.
  tcr_updated_by text,
  tcr_updated_at timestamptz,
  tcr_version integer not null default 1,
  version integer not null default 1,
  check ((order_id is null) = (order_kind is null)),
  check ((tcr_number is null) = (tcr_created_by is null)),
  check ((tcr_created_by is null) = (tcr_created_at is null)),
  check ((tcr_updated_by is null) = (tcr_updated_at is null))
);
-- No two agencies have one number.
create unique index agency_texting_number on agency_texting (right(phones[1], 10));
create index agency_texting_tcr on agency_texting (agency_id) where tcr_number is not null;

-- What agencies' software told of the set-up; the key makes a repeated report harmless.
create table texting_event (
  agency_id integer not null,
  event_id text not null,
  kind text not null check (kind in ('setUp', 'campaign')),
  phone text,
  order_id text,
  order_kind text check (order_kind in ('standard', 'hosted')),
  tcr_number text,
  -- The instant that counts, and the one that was told.
  at timestamptz not null,
  told_at timestamptz not null,
  primary key (agency_id, event_id)
);

-- Text messages of the last half year.
create table text_message (
  text_message_id bigint generated always as identity primary key,
  -- Null while nobody can be found for it.
  agency_id integer,
  -- The agency's own id of it; the provider's where only the provider told of it.
  message_id text not null,
  bandwidth_message_id text,
  -- 0 sent by the agency, 1 received.
  source smallint not null check (source in (0, 1)),
  int_phone text not null,
  ext_phone text not null,
  type smallint not null check (type between 0 and 3),
  text text not null,
  attachments text[] not null default '{}',
  status smallint not null check (status between 0 and 4),
  status_at timestamptz not null,
  error_code integer not null default 0,
  -- The instant that counts, and the one that the agency's software told; null where the provider did.
  at timestamptz not null,
  told_at timestamptz
);
create unique index text_message_own on text_message (agency_id, message_id) nulls not distinct;
create unique index text_message_bandwidth on text_message (bandwidth_message_id, agency_id) nulls not distinct
  where bandwidth_message_id is not null;
create index text_message_at on text_message (at) include (source, ext_phone);
create index text_message_agency_at on text_message (agency_id, at) include (source, ext_phone);
