-- Who asked to be registered for the marketplace at an agency, as its software told it. What a reset has removed
-- comes back only when it is told anew.
create table marketplace_registration (
  agency_id integer not null references agency,
  initials text not null,
  email text not null,
  code text not null default '',
  code_expires_at timestamptz not null,
  confirmed boolean not null default false,
  -- Of the event that was taken over last.
  changed_at timestamptz not null,
  extended_by text,
  extended_at timestamptz,
  removed_at timestamptz,
  primary key (agency_id, initials)
);

-- What the software of agencies told of the marketplace, so that a repetition changes nothing; both instants, as
-- told and as counted.
create table marketplace_event (
  agency_id integer not null references agency,
  event_id text not null,
  kind text not null,
  told_at timestamptz not null,
  at timestamptz not null,
  primary key (agency_id, event_id)
);
