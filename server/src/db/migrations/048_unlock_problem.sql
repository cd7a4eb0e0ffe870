-- Why the agency's software did not unlock a user, told beside the lock until the user is unlocked or reported as such.
alter table agency_user add column unlock_problem text;
