-- What people did to an agency, which its History shows first, lies among many more rows of its own software.
create index journal_of_agency_by_people on journal (agency_id, seq desc)
  where agency_id is not null and actor_kind in ('staff', 'system');
