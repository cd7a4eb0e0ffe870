-- The command that brings an unlocking to the agency. While it is known the user is only unlocked here: when the command
-- ends without success the user is shown as locked again. A report of the users says how it is, and removes it.
alter table agency_user add column unlock_command_id bigint;
