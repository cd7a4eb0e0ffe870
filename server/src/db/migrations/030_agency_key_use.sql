-- When an agency's software last showed the key that it has now; to the minute, as every call shows it.
alter table agency_key add column last_used_at timestamptz;
