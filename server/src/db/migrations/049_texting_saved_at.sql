-- When a number was saved here, by our clock; the other times of a reported one are by the agency's. Null: saved by an
-- earlier release.
alter table agency_texting
  add column phones_saved_at timestamptz,
  add column tcr_saved_at timestamptz;
