-- Fills the tables of 040_agency_words.sql with existing names. A separate migration, so that changes of agencies are
-- blocked only during its last step.
do $$
declare
  before xid := pg_snapshot_xmin(pg_current_snapshot())::xid;
  last integer := 0;
  ids integer[];
  names text[];
begin
  loop
    select array_agg(agency_id), array_agg(name_folded), max(agency_id) into ids, names, last
    from (select agency_id, name_folded from agency where agency_id > last order by agency_id limit 50000) batch;
    exit when ids is null;
    perform note_agency_names(ids, names);
  end loop;

  -- A concurrent rename could not see, and so did not delete, the words of the old name inserted here.
  lock table agency in share row exclusive mode;
  delete from agency_word using agency
  where agency.agency_id = agency_word.agency_id and agency.name_folded <> agency_word.name_folded
    and age(agency.xmin) <= age(before);
end $$;
analyze agency_word, agency_name_word, agency_name_pair;
