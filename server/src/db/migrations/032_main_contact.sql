-- Whom one speaks to at an agency, as the provider's list of agencies has it: tells two of one name apart.
alter table agency add column main_contact text not null default '';
alter table agency_import_line add column main_contact text;
