-- What needs more than one step at a provider: written with the change that asks for it, carried out by the job queue.
create table outside_work (
  work_id uuid primary key,
  kind text not null,
  -- No reference: texting is cleared of agencies that do not exist.
  agency_id integer not null,
  -- What is to be done, and how far it is, in the shapes of its kind.
  input jsonb not null,
  progress jsonb not null,
  requested_at timestamptz not null,
  requested_by text not null,
  -- Tries that failed since the last step that went well; the sentence of the last one.
  failures smallint not null default 0,
  last_failure text,
  last_failed_at timestamptz,
  -- When the next step is due; null when it has ended. The job that was queued for this instant carries it out.
  next_attempt_at timestamptz,
  ended_at timestamptz,
  -- How it ended: true when it came to its goal, false when the provider refused it for good.
  succeeded boolean,
  check ((ended_at is null) = (succeeded is null)),
  check ((ended_at is null) = (next_attempt_at is not null))
);
create unique index outside_work_open on outside_work (agency_id, kind) where ended_at is null;
create index outside_work_ended on outside_work (agency_id, kind, ended_at desc);

-- Products of the marketplace that other modules write events of; the rest of a product comes with the marketplace.
create table product (
  product_id integer generated always as identity primary key,
  -- Number under which agencies' software and documents know it; 3 is e-signature, 5 texting.
  product_key integer unique,
  name text not null
);
insert into product (product_key, name) values (3, 'E-Signature'), (5, 'Texting');

create table agency_product (
  agency_id integer not null,
  product_id integer not null references product,
  -- 0 live, 1 not live; an agency without a row is not live.
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (agency_id, product_id)
);

create table subscription_event (
  event_id bigint generated always as identity primary key,
  agency_id integer not null,
  product_id integer not null references product,
  -- 1 a purchase, -1 a cancellation.
  change smallint not null check (change in (-1, 1)),
  at timestamptz not null,
  by text not null,
  processed boolean not null default false
);
create index subscription_event_agency on subscription_event (agency_id, product_id, event_id desc);
create index subscription_event_product on subscription_event (product_id, at desc, event_id desc);
