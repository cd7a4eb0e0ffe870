-- Two computers may try to sign in as one user in the same second, which is as exact as the agencies' software may be.
alter table agency_sign_in drop constraint agency_sign_in_pkey;
alter table agency_sign_in add primary key (agency_id, username, created_at, outcome, ip, hostname);
