-- The digits in agencies' names, used to search for an id that is typed in part (server/src/modules/agencies/index-store.ts):
-- most names have none, so that the index of all names' trigrams takes three times as long to rule them out.

-- Changes of agencies wait until the names are read, so that none is missed.
lock table agency in share row exclusive mode;

-- For each number of four or more digits in a name, the number and what it ends with, cut at the length of an id.
create table agency_name_digits (
  digits text collate "C" not null,
  agency_id integer not null,
  primary key (digits, agency_id)
);

-- Not strict, and called where tables are named: so PostgreSQL makes it part of the statement, planned once.
create function name_digits(name text) returns setof text language sql immutable parallel safe as $$
  select distinct left(substr(number[1], at), 8)
  from regexp_matches(name, '[0-9]{4,}', 'g') as number, generate_series(1, length(number[1]) - 3) as at
$$;

insert into agency_name_digits (digits, agency_id)
select digits, agency_id from agency, name_digits(name_folded) as digits where name_folded ~ '[0-9]{4}';

create function note_name_digits(ids integer[], names text[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into agency_name_digits (digits, agency_id)
  select digits, id from unnest(ids, names) as named (id, name), name_digits(name) as digits where name ~ '[0-9]{4}';
end $$;

create or replace function agencies_added() returns trigger language plpgsql as $$
declare
  ids integer[];
  names text[];
begin
  select array_agg(agency_id), array_agg(name_folded) into ids, names from added;
  perform note_agency_names(ids, names);
  perform note_name_digits(ids, names);
  return null;
end $$;

create or replace function agency_name_gone() returns trigger
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from agency_word where agency_id = old.agency_id and name_folded = old.name_folded
    and word = any (string_to_array(old.name_folded, ' '));
  if old.name_folded ~ '[0-9]{4}' then
    delete from agency_name_digits where agency_id = old.agency_id
      and digits = any (array(select * from name_digits(old.name_folded)));
  end if;
  if tg_op = 'UPDATE' then
    perform note_agency_names(array[new.agency_id], array[new.name_folded]);
    if new.name_folded ~ '[0-9]{4}' then
      perform note_name_digits(array[new.agency_id], array[new.name_folded]);
    end if;
  end if;
  return null;
end $$;

analyze agency_name_digits;
