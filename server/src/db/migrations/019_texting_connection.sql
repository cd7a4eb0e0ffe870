-- Which people have their agency's texting software open: a row for each connection to the hub that told its initials.
-- A process that ends without a word leaves its rows behind, so only those count that were seen lately.
create table texting_connection (
  connection_id text primary key,
  agency_id integer not null references agency,
  initials text not null,
  connected_at timestamptz not null,
  seen_at timestamptz not null
);
create index texting_connection_of_agency on texting_connection (agency_id, initials);
create index texting_connection_seen on texting_connection (seen_at);
