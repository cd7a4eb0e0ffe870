-- What somebody else did to a person's account: told at the next sign-in, gone once the person has read it.
create table staff_notice (
  notice_id bigint generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  kind text not null check (kind in ('passwordSet', 'secondFactorRemoved', 'disabled', 'enabled')),
  done_by text not null,
  at timestamptz not null
);
create index staff_notice_of_staff on staff_notice (staff_id, notice_id desc);

-- Rights refused within the running hour. The first refusal is in the journal; `more` counts those after it.
create table refused_right (
  staff_id integer not null references staff on delete cascade,
  call text not null,
  missing text not null,
  since timestamptz not null,
  more integer not null default 0,
  primary key (staff_id, call, missing)
);
create index refused_right_since on refused_right (since);

-- True while somebody else knows the password: a disabled or locked account must change it once it is let in again.
alter table staff
  add column must_change_password boolean not null default false,
  add column permissions_changed_by text,
  add column permissions_changed_at timestamptz;

-- Who changed a field last, and when; null while it has its first value.
alter table agency
  add column name_changed_by text,
  add column name_changed_at timestamptz,
  add column status_changed_by text,
  add column status_changed_at timestamptz,
  add column storage_mode_changed_by text,
  add column storage_mode_changed_at timestamptz;

-- Until now the journal was asked for these; it is read here once, and never again to decide anything.
update staff s set must_change_password = s.status = 3 or coalesce((
  select coalesce(j.after->>'mustChange' = 'true', false) or coalesce(j.after->>'status' = '3', false)
  from journal j
  where j.subject = s.username and j.event in ('staff.added', 'staff.passwordSet', 'session.passwordChanged')
  order by j.seq desc limit 1
), false);

update staff s set permissions_changed_by = j.actor, permissions_changed_at = j.at
from (
  select distinct on (subject) subject, actor, at from journal
  where event = 'staff.permissionsChanged' order by subject, seq desc
) j
where j.subject = s.username;

update agency a set
  name_changed_by = f.name_by, name_changed_at = f.name_at,
  status_changed_by = f.status_by, status_changed_at = f.status_at,
  storage_mode_changed_by = f.mode_by, storage_mode_changed_at = f.mode_at
from (
  select agency_id,
    (array_agg(actor order by seq desc) filter (where after ? 'name'))[1] as name_by,
    (array_agg(at order by seq desc) filter (where after ? 'name'))[1] as name_at,
    (array_agg(actor order by seq desc) filter (where after ? 'status'))[1] as status_by,
    (array_agg(at order by seq desc) filter (where after ? 'status'))[1] as status_at,
    (array_agg(actor order by seq desc) filter (where after ? 'storageMode'))[1] as mode_by,
    (array_agg(at order by seq desc) filter (where after ? 'storageMode'))[1] as mode_at
  from journal
  where agency_id is not null
    and event in ('agencies.renamed', 'agencies.statusChanged', 'agencies.storageModeChanged', 'agencies.imported')
  group by agency_id
) f
where f.agency_id = a.agency_id;
