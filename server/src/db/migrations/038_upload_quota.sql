-- What an agency's software has announced of files lately: its key alone must not be able to fill the disk.
create table agency_upload_quota (
  agency_id integer primary key references agency,
  -- Less what has drained until then: the whole quota drains within a day.
  bytes bigint not null check (bytes >= 0),
  counted_at timestamptz not null
);

-- Whether its bytes were copied to a store before: each further copy counts too.
alter table agency_upload add column copied boolean not null default false;
