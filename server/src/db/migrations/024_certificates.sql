-- Agencies whose software has told of self-serve certificates.
create table certificate_agency (
  agency_id integer primary key references agency
);

-- What clients of agencies have published, as the agencies' software told it.
create table certificate (
  agency_id integer not null references certificate_agency,
  client_id text not null check (client_id ~ '^[0-9]{8}$'),
  -- Of the event that counted last; an older one undoes nothing.
  told_at timestamptz not null,
  -- False once it was withdrawn: then nothing of it is kept but the instant.
  published boolean not null,
  name text not null default '',
  user_email text not null default '',
  policies jsonb not null default '[]',
  holders jsonb not null default '[]',
  primary key (agency_id, client_id)
);

-- What was told, so that a repetition changes nothing; both instants, as told and as counted.
create table certificate_event (
  agency_id integer not null references certificate_agency,
  event_id text not null,
  kind text not null check (kind in ('published', 'withdrawn')),
  client_id text not null,
  told_at timestamptz not null,
  at timestamptz not null,
  primary key (agency_id, event_id)
);
