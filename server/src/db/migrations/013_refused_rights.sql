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
