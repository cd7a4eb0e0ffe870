-- The row version at which the list of permissions last changed: a save is stale only when the list is.
alter table staff add column permissions_version integer not null default 1;

-- Second factors. Secrets are sealed with a key from outside the database; codes are only hashed.
alter table staff
  add column totp_secret bytea,
  add column totp_pending bytea,
  -- Time step of the last code that was used: a code works once.
  add column totp_last_step bigint not null default 0;

create table recovery_code (
  staff_id integer not null references staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table passkey (
  passkey_id integer generated always as identity primary key,
  staff_id integer not null references staff,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_staff on passkey (staff_id);

-- A challenge given to a browser; used once, and only for what it was made for.
create table passkey_challenge (
  challenge text primary key,
  staff_id integer not null references staff,
  purpose text not null check (purpose in ('add', 'signIn', 'stepUp')),
  expires_at timestamptz not null
);
create index passkey_challenge_old on passkey_challenge (expires_at);

-- Requests of agencies to add or remove seats. Name, type and online of the agency are looked up, not copied.
create table seat_request (
  seat_request_id integer generated always as identity primary key,
  requested_at timestamptz not null,
  agency_id integer not null references agency,
  requested_by text not null,
  quantity integer not null,
  target_seat_total integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  warnings text not null default '',
  status smallint not null default 1 check (status in (1, 2, 4)),
  processed_by text,
  processed_at timestamptz,
  version integer not null default 1
);
create index seat_request_by_date on seat_request (requested_at desc, seat_request_id desc);
create index seat_request_by_status on seat_request (status, requested_at desc);
create index seat_request_of_agency on seat_request (agency_id);

alter table agency
  add column projected_clients integer,
  add column projected_users integer;

-- The journal screen: by time, and by person.
create index journal_by_actor on journal (actor, seq desc);
create index journal_by_event on journal (event, seq desc);
create index journal_by_time on journal (at);
