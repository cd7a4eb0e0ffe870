-- As for name and status: the row version at which the storage mode last changed.
alter table agency add column storage_mode_version integer not null default 1;

-- The files of the agencies. An object in a store is reached through its row here and in no other way, so
-- that a name from outside never becomes a path. A file's key is the client id, or the name of a log.
create table agency_file (
  agency_id integer not null references agency,
  kind text not null check (kind in ('client', 'log', 'agencyConfig', 'agencyMetrics', 'agencyMultifolder')),
  location smallint not null,
  file_key text not null,
  name text not null,
  -- Which account holds the object: 'agency 6938' or 'pool 3'. New versions are new objects.
  place text not null,
  object_name text not null,
  size bigint not null,
  sha256 text not null,
  file_at timestamptz not null,
  stored_at timestamptz not null,
  deleted boolean not null default false,
  upload_id uuid not null,
  -- Logs: how many lines there are, and how many line ends lie before each step of so many bytes.
  lines integer not null default 0,
  line_step integer not null default 0,
  line_index integer[] not null default '{}',
  primary key (agency_id, kind, location, file_key)
);

-- Files on their way. How much has arrived is the length of the spool file, not a column.
create table agency_upload (
  upload_id uuid primary key,
  agency_id integer not null references agency,
  kind text not null,
  location smallint not null,
  client_id text not null,
  name text not null,
  size bigint not null,
  sha256 text not null,
  file_at timestamptz not null,
  deleted boolean not null,
  command_id integer,
  opened_at timestamptz not null,
  finished_at timestamptz
);
create unique index agency_upload_open
  on agency_upload (agency_id, kind, location, client_id, name, sha256) where finished_at is null;
create index agency_upload_old on agency_upload (opened_at);

-- Objects that no row of agency_file points to: written and not yet listed, or replaced. Swept after a while.
create table agency_file_leftover (
  place text not null,
  object_name text not null,
  since timestamptz not null,
  primary key (place, object_name)
);
create index agency_file_leftover_old on agency_file_leftover (since);

-- What the multifolder file tells.
create table agency_token (
  agency_id integer primary key references agency,
  current jsonb,
  last_failure jsonb
);

-- How many client files a storage location holds, as the agency's software last counted.
create table agency_totals (
  agency_id integer not null references agency,
  location smallint not null,
  totals jsonb not null,
  counted_at timestamptz not null,
  primary key (agency_id, location)
);

-- Clients that could not be converted or synced; replaced as a whole.
create table agency_sync_error (
  agency_id integer not null references agency,
  position integer not null,
  client_id text not null,
  failed_at timestamptz not null,
  code integer not null,
  msg text not null,
  primary key (agency_id, position)
);
