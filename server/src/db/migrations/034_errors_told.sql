-- When an agency's software last told which clients it cannot convert or sync. Without a row it never has, or did so
-- before this was kept.
create table agency_error_report (
  agency_id integer primary key references agency,
  told_at timestamptz not null
);
