-- Processes that serve, and the figures that each tells every ten seconds. One that stops takes its row away; that of
-- one that was killed goes after an hour.
create table server_process (
  process_id uuid primary key,
  host text not null,
  pid integer not null,
  build text not null,
  started_at timestamptz not null,
  told_at timestamptz not null,
  figures jsonb not null
);
