-- What an agency's software tells of the protocol it speaks. Software that tells none speaks the first version.
alter table agency_software
  add column protocol integer not null default 1 check (protocol > 0),
  add column capabilities text[] not null default '{}';

-- What a command came to, in the terms of its kind; null where the software told nothing.
alter table agency_command add column result jsonb;

-- Versions of the protocol that end: software that speaks this version or an older one must be replaced by that day.
create table agent_protocol_retirement (
  protocol integer primary key check (protocol > 0),
  retires_on date not null,
  set_at timestamptz not null
);
