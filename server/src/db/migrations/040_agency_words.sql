-- The words of agencies' names, used to search for text inside words (server/src/modules/agencies/word-store.ts).
-- Terms are never deleted: a usage count per term would be a row that all renames contend for.
-- Pure numbers are left out, because every agency may have its own.

-- Every word with three consecutive characters other than digits; `later` if it is not the first word of a name.
-- Concurrent transactions may both insert a new term, so there is no unique index.
create table agency_name_word (
  term text collate "C" not null,
  later boolean not null
);
create index agency_name_word_by_term on agency_name_word (term, later);
create index agency_name_word_grams on agency_name_word using gin (name_grams(term)) with (fastupdate = off);

-- Every pair of adjacent words without a digit next to the space.
create table agency_name_pair (like agency_name_word);
create index agency_name_pair_by_term on agency_name_pair (term, later);
create index agency_name_pair_grams on agency_name_pair using gin (name_grams(term)) with (fastupdate = off);

-- All words of each name except the first, with the agency.
create table agency_word (
  word text collate "C" not null,
  name_folded text collate "C" not null,
  agency_id integer not null,
  primary key (word, name_folded, agency_id)
);

-- A generic plan: otherwise PostgreSQL plans again for each rename, which takes longer than running it.
create function note_agency_names(ids integer[], names text[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into agency_word (word, name_folded, agency_id)
  select word, name, id from unnest(ids, names) as named (id, name),
    unnest(string_to_array(name, ' ')) with ordinality as words (word, place)
  where place > 1 and word ~ '[^0-9]{3}|[^0-9]$'
  on conflict do nothing;

  insert into agency_name_word (term, later)
  select * from (
    select distinct word collate "C" as term, place > 1 as later
    from unnest(names) as name, unnest(string_to_array(name, ' ')) with ordinality as words (word, place)
    where word ~ '[^0-9]{3}'
  ) found where not exists (
    select from agency_name_word known where known.term = found.term and known.later = found.later
  );

  insert into agency_name_pair (term, later)
  select * from (
    select distinct (words[place] || ' ' || words[place + 1]) collate "C" as term, place > 1 as later
    from unnest(names) as name, string_to_array(name, ' ') as words, generate_series(1, cardinality(words) - 1) as place
    where words[place] ~ '[^0-9]$' and words[place + 1] ~ '^[^0-9]'
  ) found where not exists (
    select from agency_name_pair known where known.term = found.term and known.later = found.later
  );
end $$;

create function agencies_added() returns trigger language plpgsql as $$
begin
  perform note_agency_names(array_agg(agency_id), array_agg(name_folded)) from added;
  return null;
end $$;

create function agency_name_gone() returns trigger
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from agency_word where agency_id = old.agency_id and name_folded = old.name_folded
    and word = any (string_to_array(old.name_folded, ' '));
  if tg_op = 'UPDATE' then
    perform note_agency_names(array[new.agency_id], array[new.name_folded]);
  end if;
  return null;
end $$;

create trigger note_added_words after insert on agency
  referencing new table as added for each statement execute function agencies_added();
create trigger note_changed_words after update of name_folded on agency
  for each row when (old.name_folded <> new.name_folded) execute function agency_name_gone();
create trigger forget_words after delete on agency
  for each row execute function agency_name_gone();
