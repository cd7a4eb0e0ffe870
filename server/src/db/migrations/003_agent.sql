-- What an agency's own software shows to be let in. Only digests are kept; the one before the last rotation
-- is taken for a while, so that a new key can be brought to the agency without an interruption.
create table agency_key (
  agency_id integer primary key references agency,
  key_hash bytea not null,
  previous_hash bytea,
  previous_until timestamptz,
  rotated_at timestamptz not null
);

-- When an agency's software was last heard of.
create table agency_software (
  agency_id integer primary key references agency,
  last_seen_at timestamptz not null,
  version_display text not null default '',
  host_name text not null default ''
);

-- Commands to agencies' software. A held one has a lease; when that runs out it is queued again under the
-- next attempt. begun_at is set for good by the first report that it runs: it must not be run twice.
create table agency_command (
  command_id bigint generated always as identity primary key,
  agency_id integer not null references agency,
  command text not null,
  argument text not null default '',
  state text not null default 'queued' check (
    state in ('queued', 'delivered', 'acknowledged', 'running', 'succeeded', 'failed', 'expired', 'cancelled')
  ),
  attempt integer not null default 1,
  reason text,
  issued_by text not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  lease_until timestamptz check ((lease_until is not null) = (state in ('delivered', 'acknowledged', 'running'))),
  output text not null default '',
  files jsonb not null default '[]'
);
create index agency_command_of_agency on agency_command (agency_id, command_id desc);
create index agency_command_waiting on agency_command (agency_id, command_id) where state = 'queued';
create index agency_command_oldest on agency_command (created_at) where state = 'queued';
create index agency_command_ended on agency_command (finished_at) where finished_at is not null;
create index agency_command_leases on agency_command (lease_until) where lease_until is not null;

-- Whose key it is: a person's staff id, or an agency's id as a negative number.
alter table idempotency rename column staff_id to owner;
