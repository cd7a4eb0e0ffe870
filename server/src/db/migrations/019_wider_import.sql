-- What else an import of agencies can bring; null leaves a value as it is.
alter table agency_import_line
  add column agency_type smallint,
  add column domains integer,
  add column onboarding_status integer,
  add column time_zone_id text;
