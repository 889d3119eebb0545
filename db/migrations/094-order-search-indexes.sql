-- without transaction
-- By a zip code, a phone number from its end, a tracking number, a code, and names in any spelling; the newest of equal
-- ones first, read in this order, page by page.
drop index concurrently if exists orders_found_by_zip;
create index concurrently orders_found_by_zip on orders (zip collate "C", created_at desc, id);
drop index concurrently if exists orders_found_by_phone;
create index concurrently orders_found_by_phone on orders (reverse(regexp_replace(phone, '\D', '', 'g')) collate "C", created_at desc, id)
  where phone is not null;
drop index concurrently if exists orders_found_by_tracking;
create index concurrently orders_found_by_tracking on orders (upper(regexp_replace(tracking_number, '[^0-9A-Za-z]', '', 'g')) collate "C", created_at desc, id)
  where tracking_number is not null;
drop index concurrently if exists orders_found_by_code;
create index concurrently orders_found_by_code on orders (lower(discount_code) collate "C", created_at desc, id)
  where discount_code is not null;
drop index concurrently if exists orders_found_by_plain_last_name;
create index concurrently orders_found_by_plain_last_name on orders (search_key(last_name || ' ' || first_name) collate "C", created_at desc, id);
drop index concurrently if exists orders_found_by_plain_first_name;
create index concurrently orders_found_by_plain_first_name on orders (search_key(first_name || ' ' || last_name) collate "C", created_at desc, id);
