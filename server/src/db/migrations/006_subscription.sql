-- Folders of an agency's storage as its software last reported them: [{folder, compliant, detail}].
alter table agency add column folder_compliance jsonb not null default '[]'
  check (jsonb_typeof(folder_compliance) = 'array');
