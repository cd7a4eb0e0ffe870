-- People of the provider who may sign in. Usernames are emails in lower case.
create table staff (
  staff_id integer generated always as identity primary key,
  username text not null unique check (username = lower(username)),
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  password_changed_at timestamptz,
  status smallint not null default 0 check (status between 0 and 3),
  mfa smallint not null default 1,
  permissions integer[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null
);

-- A signed-in browser. Only a digest of its cookie is kept.
create table session (
  session_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  staff_id integer not null references staff,
  restricted boolean not null default false,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  last_input_at timestamptz not null,
  expires_at timestamptz not null,
  hard_end_at timestamptz not null,
  ended_at timestamptz,
  address text not null default '',
  user_agent text not null default ''
);
create index session_of_staff on session (staff_id) where ended_at is null;
create index session_over on session (hard_end_at);

-- Failures per submitted name, known or not, so that a lock tells nothing about who exists.
-- Only a digest of the name is kept: people type passwords into the wrong field.
create table sign_in_failure (
  name_hash bytea primary key,
  failures integer not null,
  window_start timestamptz not null,
  locked_until timestamptz
);
create index sign_in_failure_old on sign_in_failure (window_start);

-- Sign-in attempts per address in the current minute.
create table sign_in_address (
  address text primary key,
  attempts integer not null,
  window_start timestamptz not null
);

create table feature_switch (
  name text primary key,
  enabled boolean not null,
  version integer not null default 1
);
insert into feature_switch (name, enabled) values ('Use6xNavigation', false);

-- All pieces of one, two and three characters, so that one index serves searches of every length and
-- alphabet. Splitting by expressions alone is several times quicker than a subquery over the positions;
-- chr(1) occurs in no name.
create function name_grams(name text) returns text[]
  language sql immutable strict parallel safe
  return string_to_array(name, null)
    || string_to_array(regexp_replace(name, '..', '\&' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(name, 2), '..', '\&' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(name, '...', '\&' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(name, 2), '...', '\&' || chr(1), 'g'), chr(1))
    || string_to_array(regexp_replace(substr(name, 3), '...', '\&' || chr(1), 'g'), chr(1));

-- name_folded and the *_version columns are written by the server: folding is the contract's rule, and
-- a version column holds the row version at which that field last changed.
create table agency (
  agency_id integer primary key check (agency_id between 1 and 99999999),
  name text not null default '',
  name_folded text collate "C" not null default '',
  version_display text not null default '',
  is_online boolean not null default false,
  region_id smallint not null default 0,
  pool_id integer not null default 0,
  status smallint not null default 0 check (status between 0 and 5),
  storage_mode smallint not null default 0 check (storage_mode between 0 and 4),
  agency_type smallint not null default 0,
  onboarding_status integer not null default 911,
  domains integer not null default 0,
  time_zone_id text not null default 'America/Chicago',
  version integer not null default 1,
  name_version integer not null default 1,
  status_version integer not null default 1
);
create index agency_by_name on agency (name_folded, agency_id);
create index agency_name_grams on agency using gin (name_grams(name_folded));

-- The one record of what happened. xid orders rows by the transaction that wrote them: a row below the
-- oldest open transaction can have no unseen predecessor, which sequence numbers alone cannot promise.
create table journal (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'agency', 'provider', 'system')),
  actor text not null,
  session_id bigint,
  request_id text,
  event text not null,
  agency_id integer,
  subject text,
  before jsonb,
  after jsonb,
  reason text
);
create index journal_of_agency on journal (agency_id, seq desc) where agency_id is not null;
create index journal_by_transaction on journal (xid, seq);

create function journal_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append-only';
end $$;
create trigger journal_rows_stay before update or delete on journal
  for each row execute function journal_is_append_only();
create trigger journal_stays before truncate on journal
  for each statement execute function journal_is_append_only();
revoke update, delete, truncate on journal from public, current_user;

-- A chain of keyed digests over closed ranges of transactions; see docs/operations.md.
create table journal_seal (
  seal_id integer primary key,
  from_xid xid8 not null,
  to_xid xid8 not null unique,
  entries integer not null,
  head bytea not null,
  sealed_at timestamptz not null
);
create trigger journal_seals_stay before update or delete on journal_seal
  for each row execute function journal_is_append_only();
create trigger journal_seal_stays before truncate on journal_seal
  for each statement execute function journal_is_append_only();
revoke update, delete, truncate on journal_seal from public, current_user;

-- Answers of writes by their Idempotency-Key, kept for a day. A null answer is a write still being carried out.
create table idempotency (
  staff_id integer not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer text,
  created_at timestamptz not null,
  primary key (staff_id, key)
);
create index idempotency_old on idempotency (created_at);
