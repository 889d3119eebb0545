-- without transaction
drop index concurrently if exists order_lines_added;
create index concurrently order_lines_added on order_lines (added_at) where added_at is not null;
-- An order is bought with one line of each item; what is added later is a line of its own.
drop index concurrently if exists order_lines_bought_once;
create unique index concurrently order_lines_bought_once on order_lines (order_id, product_id, size) nulls not distinct
  where added_at is null;
alter table order_lines drop constraint if exists order_lines_order_id_product_id_size_key;
alter table order_lines validate constraint order_lines_exchanged_check;
