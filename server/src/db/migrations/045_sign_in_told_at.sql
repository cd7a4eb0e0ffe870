-- A sign-in whose agency's clock is more than five minutes ahead counts as one of the time of its report, as other events
-- of agencies do. What the clock said is kept, so that the same sign-in is known when it is reported again.
alter table agency_sign_in add column told_at timestamptz;
create index agency_sign_in_told on agency_sign_in (agency_id) where told_at is not null;
