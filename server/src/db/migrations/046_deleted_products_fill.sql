-- A deleted product counts no more on the dashboard, and its deletion takes its opt-ins back. Products deleted by earlier
-- releases are still in the Vendor total.
insert into activity_event (at, category, agency_id, change)
select now(), 'Vendor', agency_id, -1 from agency_product join product using (product_id)
where opted_in and vendor_data_sync and deleted_at is not null order by product_id, agency_id;
