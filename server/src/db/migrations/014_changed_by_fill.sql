-- Fills the columns of 014_changed_by.sql for agencies, as the journal tells. It is a migration of its own, so that
-- nobody who reads agencies waits for it: adding a column locks the table for as long as its transaction lasts.
with filled as (
  select a.agency_id, n.actor as name_by, n.at as name_at, s.actor as status_by, s.at as status_at,
    m.actor as mode_by, m.at as mode_at
  from agency a
  left join lateral (
    select actor, at from journal j where a.name_version > 1 and j.agency_id = a.agency_id and j.after ? 'name'
    order by seq desc limit 1) n on true
  left join lateral (
    select actor, at from journal j where a.status_version > 1 and j.agency_id = a.agency_id and j.after ? 'status'
    order by seq desc limit 1) s on true
  left join lateral (
    select actor, at from journal j
    where a.storage_mode_version > 1 and j.agency_id = a.agency_id and j.after ? 'storageMode'
    order by seq desc limit 1) m on true
  where a.name_version > 1 or a.status_version > 1 or a.storage_mode_version > 1
)
update agency a set
  name_changed_by = f.name_by, name_changed_at = f.name_at,
  status_changed_by = f.status_by, status_changed_at = f.status_at,
  storage_mode_changed_by = f.mode_by, storage_mode_changed_at = f.mode_at
from filled f where f.agency_id = a.agency_id;
