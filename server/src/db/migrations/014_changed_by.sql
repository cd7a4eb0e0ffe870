-- Who changed a field last, and when, is told to whoever saves over it. The columns are null while a field has its
-- first value.
alter table agency
  add column name_changed_by text,
  add column name_changed_at timestamptz,
  add column status_changed_by text,
  add column status_changed_at timestamptz,
  add column storage_mode_changed_by text,
  add column storage_mode_changed_at timestamptz;

alter table staff
  add column permissions_changed_by text,
  add column permissions_changed_at timestamptz,
  -- The password is known to somebody else: once the account may be used, the status says so too.
  add column must_change_password boolean not null default false;

with changed as (
  select distinct on (subject) subject, actor, at from journal
  where event = 'staff.permissionsChanged' order by subject, seq desc
)
update staff s set permissions_changed_by = c.actor, permissions_changed_at = c.at
from changed c where c.subject = s.username and s.permissions_version > 1;

with given as (
  select distinct on (subject) subject, after from journal
  where event in ('staff.added', 'staff.passwordSet', 'session.passwordChanged') order by subject, seq desc
)
update staff s set must_change_password = true
from given g where g.subject = s.username and (g.after @> '{"mustChange": true}' or g.after @> '{"status": 3}');

update staff set must_change_password = true where status = 3 and not must_change_password;
