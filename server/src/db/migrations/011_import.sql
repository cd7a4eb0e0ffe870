-- Imports of agencies from a file. One at a time is open; what it has not merged yet waits in agency_import_line, so
-- that an import which broke off can be finished by another process.
create table agency_import (
  import_id integer generated always as identity primary key,
  file text not null,
  -- SHA-256 of the file's bytes, by which the same command finds its import again; null while it is read.
  digest bytea,
  state text not null default 'reading' check (state in ('reading', 'merging', 'done', 'discarded')),
  started_at timestamptz not null,
  ended_at timestamptz,
  agencies integer not null default 0,
  refused integer not null default 0,
  -- Agencies are merged in the order of their ids, up to and including this one.
  merged_to integer not null default 0,
  inserted integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0
);
create unique index agency_import_open on agency_import ((true)) where state in ('reading', 'merging');

-- Agencies of the open import that are not merged yet; null leaves a value as it is.
create table agency_import_line (
  agency_id integer primary key,
  name text,
  name_folded text collate "C",
  version_display text,
  is_online boolean,
  region_id smallint,
  pool_id integer,
  status smallint
);
