-- A name has one counter for attempts from anywhere, whose key is the digest of the name, and further ones for
-- browsers that its owner signed in with lately and for live sessions. Their key is a digest of name and counter;
-- of_name is the digest of the name.
alter table sign_in_failure add column of_name bytea;
create index sign_in_failure_of_name on sign_in_failure (of_name) where of_name is not null;

-- Failed sign-ins that are worth no journal row each: of names that nobody has and of names that are locked.
-- `counted` of them stand in an hour's row of the journal.
create table failed_sign_in (
  hour timestamptz not null,
  address text not null,
  why text not null check (why in ('unknown name', 'locked out')),
  attempts integer not null,
  counted integer not null default 0,
  primary key (hour, address, why)
);

-- When the person last confirmed who they are in this session; a new password uses that up.
alter table session add column confirmed_at timestamptz;
