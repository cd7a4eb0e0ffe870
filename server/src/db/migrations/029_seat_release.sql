-- Which command is to carry a release out at the agency, and why an earlier one was not carried out there.
alter table agency_seat
  add column release_command_id bigint,
  add column release_problem text;
