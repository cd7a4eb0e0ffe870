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
