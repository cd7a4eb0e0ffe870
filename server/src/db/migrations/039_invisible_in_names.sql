-- Names are compared without their invisible characters from here on (contract/src/rules/search.ts), which come with
-- what is pasted; those of agencies that have some are folded again.
update agency
set name_folded = btrim(regexp_replace(
  regexp_replace(name_folded, '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g'),
  ' +', ' ', 'g'))
where name_folded ~ '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]';
