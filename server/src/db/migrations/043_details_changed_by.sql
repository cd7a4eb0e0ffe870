-- Who changed the details of an agency last, and when, is told to whoever saves over them. Without a name it was the
-- agency's software; without a time nobody has changed them since this migration.
alter table agency
  add column details_changed_by text,
  add column details_changed_at timestamptz;
