-- Events come from the mail provider, whose own id makes a repeated one harmless. One for which no user can be
-- found is kept without.
alter table agency_email_event
  alter column agency_id drop not null,
  alter column username drop not null,
  add column sg_event_id text,
  add check ((agency_id is null) = (username is null));
create unique index agency_email_event_id on agency_email_event (sg_event_id);
create index agency_email_event_old on agency_email_event (sent_at);
