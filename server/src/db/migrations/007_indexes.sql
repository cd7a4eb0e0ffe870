-- The few temporary users whose password is still known, for taking it from those that have expired.
create index super_user_hashes on super_user (expires_at) where password_hash is not null;

-- The people and programs in the journal, for its filter; the agencies' software is told by the agency's id.
create index journal_people on journal (actor) where actor_kind <> 'agency';
