-- The e-signature subscription of an agency, as its software told it and staff changed it.
create table esignature_subscription (
  agency_id integer primary key references agency,
  subscribed boolean not null default false,
  -- Of the subscription or, when cancelled, of the cancellation; null where neither was told.
  changed_at timestamptz,
  -- Its group at Formstack; kept when it is cancelled.
  group_id text not null default '',
  -- Of the list of users that was taken over last.
  users_at timestamptz
);

-- Who may sign at an agency. What was removed here comes back only when it is registered anew.
create table esignature_user (
  agency_id integer not null references esignature_subscription,
  -- The address in lower case.
  email_key text not null,
  email text not null,
  initials text not null,
  is_admin boolean not null,
  is_validated boolean not null,
  created_at timestamptz not null,
  account_id text not null default '',
  account_id_by text,
  account_id_at timestamptz,
  -- Counts changes of the account id.
  version integer not null default 1,
  removed_at timestamptz,
  primary key (agency_id, email_key)
);

-- What the software of agencies told, so that a repetition changes nothing; both instants, as told and as counted.
create table esignature_event (
  agency_id integer not null references esignature_subscription,
  event_id text not null,
  kind text not null check (kind in ('subscribed', 'cancelled', 'users')),
  told_at timestamptz not null,
  at timestamptz not null,
  primary key (agency_id, event_id)
);
