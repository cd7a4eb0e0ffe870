-- What the last report of an agency's software held that was not understood; gone with the next one that is.
create table agency_report_note (
  agency_id integer not null references agency,
  report text not null,
  summary text not null,
  -- The first of the entries that were left out, each with why.
  entries jsonb not null,
  noted_at timestamptz not null,
  primary key (agency_id, report)
);

-- Reports that are told in parts. The parts count for nothing until the report is committed.
create table agency_report (
  report_id uuid primary key,
  agency_id integer not null references agency,
  report text not null,
  -- What the report says beside its list.
  frame jsonb not null default '{}',
  begun_at timestamptz not null,
  committed_at timestamptz,
  -- What the commit was answered, for one that is told again.
  answer jsonb
);
create unique index agency_report_open on agency_report (agency_id, report) where committed_at is null;
create index agency_report_begun on agency_report (begun_at);

create table agency_report_part (
  report_id uuid not null references agency_report on delete cascade,
  part integer not null,
  entries jsonb not null,
  primary key (report_id, part)
);

-- A command that did some of what it was asked for: how much of how much.
alter table agency_command add column done_count integer, add column asked_count integer;
alter table agency_command drop constraint agency_command_state_check;
alter table agency_command add constraint agency_command_state_check check (
  state in ('queued', 'delivered', 'acknowledged', 'running', 'succeeded', 'partial', 'failed', 'expired', 'cancelled')
);
