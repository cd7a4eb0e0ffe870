-- The number that the last known order was for, which the agency may have replaced without an order. Null: without an
-- order, or saved by an earlier release.
alter table agency_texting add column order_phone text;
