-- Users of agencies as their own software last reported them; a report replaces the one before.
create table agency_user (
  agency_id integer not null references agency,
  username text not null,
  first_name text not null,
  last_name text not null,
  online boolean not null,
  status smallint not null check (status between 0 and 3),
  user_flags integer not null,
  agency_permissions integer[] not null,
  email_verified boolean not null,
  -- When a report first said so; null where the first one did already.
  email_verified_at timestamptz,
  primary key (agency_id, username)
);

-- Temporary users made by staff. Only a hash of the password is kept, and none once it has ended.
create table super_user (
  super_user_id integer generated always as identity primary key,
  agency_id integer not null references agency,
  username text not null,
  password_hash text,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Ended by hand, or long expired; its initials are free again.
  ended_at timestamptz,
  check (ended_at is null or password_hash is null)
);
create unique index super_user_initials on super_user (agency_id, username) where ended_at is null;
create index super_user_log on super_user (agency_id, created_at desc, super_user_id desc);

-- Attempts to sign in, as the agencies' software tells of them; the key makes a repeated report harmless.
create table agency_sign_in (
  agency_id integer not null references agency,
  username text not null,
  created_at timestamptz not null,
  outcome smallint not null,
  ip text not null,
  hostname text not null,
  primary key (agency_id, username, created_at, outcome)
);
create index agency_sign_in_old on agency_sign_in (agency_id, created_at);

-- What became of mails to users of agencies.
create table agency_email_event (
  agency_email_event_id bigint generated always as identity primary key,
  agency_id integer not null references agency,
  username text not null,
  sent_at timestamptz not null,
  event smallint not null check (event between 0 and 10),
  to_email text not null,
  category smallint not null check (category between 0 and 3)
);
create index agency_email_event_of_user on agency_email_event (agency_id, username, sent_at desc);

-- Seats of online agencies as their software last reported them.
create table agency_seats (
  agency_id integer primary key references agency,
  licensed_seats integer not null,
  reported_at timestamptz not null
);

create table agency_seat (
  agency_id integer not null references agency_seats,
  username text not null,
  last_sign_in_at timestamptz,
  last_token_at timestamptz,
  tokens jsonb not null,
  -- A report that knows no newer token does not bring a released seat back.
  released_at timestamptz,
  primary key (agency_id, username)
);
