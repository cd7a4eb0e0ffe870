-- A page of the journal in the order of the chain. Before the first ANALYZE of a journal that has just grown,
-- PostgreSQL may sort all that is left for every page; with these settings it follows the index whatever it believes.
create function journal_page(after_xid xid8, after_seq bigint, to_xid xid8, page_rows integer) returns setof journal
  language sql stable
  set enable_indexscan = on
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_sort = off
  set enable_incremental_sort = off
  as $$
    select * from journal where (xid, seq) > (after_xid, after_seq) and xid < to_xid
    order by xid, seq limit page_rows
  $$;

-- Fingerprints of the key a seal was made with, and of the key that the seals after it are made with where that
-- changes. Seals that were made before this migration name none.
alter table journal_seal
  add column key_id text,
  add column next_key_id text;

-- Keys that second factors are kept under, by their fingerprints. 'leaving' has secrets that are yet to be
-- re-encrypted; of one that has 'left' only recovery codes remain, whose key is kept here under the key in use.
create table secret_key (
  key_id text primary key,
  state text not null check (state in ('inUse', 'leaving', 'left')),
  recovery_key bytea
);
create unique index secret_key_in_use on secret_key (state) where state = 'inUse';
