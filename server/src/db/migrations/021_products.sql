-- Companies that provide products of the marketplace. Nobody changes or deletes one.
create table vendor (
  vendor_id integer generated always as identity primary key,
  name text not null,
  -- The name in one case and without accents: no two vendors share it.
  name_folded text not null unique,
  -- Asked by nothing; the wire has it.
  enabled boolean not null default false,
  email text not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  city text not null,
  state text not null,
  zip_code text not null
);

-- Items of the legacy marketplace that a product may stand for; the command line brings them.
create table integration_item (
  item_id integer primary key,
  name text not null
);

alter table product
  -- Null for what is no product of the marketplace: e-signature and texting.
  add column vendor_id integer references vendor,
  -- Null once it is deleted, so that another may have the name.
  add column name_folded text,
  add column description text not null default '',
  add column vendor_write boolean not null default false,
  -- No reference: what the next import leaves out stays with its products.
  add column item_id integer,
  add column category_id integer not null default 999,
  add column action_label text not null default '',
  add column action_url text not null default '',
  add column manage_label text not null default '',
  add column manage_url text not null default '',
  add column force_opt_in boolean not null default false,
  add column terms_label text not null default '',
  add column terms_url text not null default '',
  add column help_url text not null default '',
  add column email_notifications boolean not null default false,
  add column data_sharing_opt_in boolean not null default false,
  add column logo_digest text not null default '',
  add column api_key text,
  -- Sealed under SECRET_KEY.
  add column api_secret bytea,
  add column api_secret_last4 text,
  -- Counts every change; each form has the version at which it was saved last, by whom and when.
  add column version integer not null default 1,
  add column settings_version integer not null default 1,
  add column settings_changed_by text,
  add column settings_changed_at timestamptz,
  add column availability_version integer not null default 1,
  add column availability_changed_by text,
  add column availability_changed_at timestamptz,
  add column data_sharing_version integer not null default 1,
  add column data_sharing_changed_by text,
  add column data_sharing_changed_at timestamptz,
  add check ((api_key is null) = (api_secret is null)),
  add check ((api_key is null) = (api_secret_last4 is null));
update product set name_folded = lower(name);
create unique index product_name on product (name_folded);
create index product_vendor on product (vendor_id);
create index agency_product_subscribed on agency_product (product_id) where subscribed;

-- Apart from the products: lists never need the pictures.
create table product_logo (
  product_id integer primary key references product,
  picture bytea not null
);
