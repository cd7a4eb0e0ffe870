-- Long reports of agencies' software that are told in parts: nothing of one counts before it is committed.
create table agency_report_draft (
  agency_id integer not null references agency,
  -- users, errors or seats; a new one of a kind takes the place of the one before.
  report text not null,
  report_id uuid not null unique,
  licensed_seats integer,
  begun_at timestamptz not null,
  committed_at timestamptz,
  -- What the commit was answered, for one whose answer was lost.
  message text not null default '',
  left_out jsonb not null default '[]',
  primary key (agency_id, report)
);
create index agency_report_draft_begun on agency_report_draft (begun_at);

create table agency_report_part (
  report_id uuid not null references agency_report_draft (report_id) on delete cascade,
  part integer not null check (part > 0),
  bytes integer not null check (bytes >= 0),
  entries text not null,
  primary key (report_id, part)
);
