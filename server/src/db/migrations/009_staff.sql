-- What somebody else did to a person's account: told at the next sign-in, gone once the person has read it.
create table staff_notice (
  notice_id bigint generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  kind text not null check (kind in ('passwordSet', 'secondFactorRemoved', 'disabled', 'enabled')),
  done_by text not null,
  at timestamptz not null
);
create index staff_notice_of_staff on staff_notice (staff_id, notice_id desc);
