-- without transaction
-- In sixteen parts, so that a change to an order waits for one of them at most.
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '00000000-0000-0000-0000-000000000000' and '0fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '10000000-0000-0000-0000-000000000000' and '1fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '20000000-0000-0000-0000-000000000000' and '2fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '30000000-0000-0000-0000-000000000000' and '3fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '40000000-0000-0000-0000-000000000000' and '4fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '50000000-0000-0000-0000-000000000000' and '5fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '60000000-0000-0000-0000-000000000000' and '6fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '70000000-0000-0000-0000-000000000000' and '7fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '80000000-0000-0000-0000-000000000000' and '8fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between '90000000-0000-0000-0000-000000000000' and '9fffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'a0000000-0000-0000-0000-000000000000' and 'afffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'b0000000-0000-0000-0000-000000000000' and 'bfffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'c0000000-0000-0000-0000-000000000000' and 'cfffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'd0000000-0000-0000-0000-000000000000' and 'dfffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'e0000000-0000-0000-0000-000000000000' and 'efffffff-ffff-ffff-ffff-ffffffffffff';
update order_lines l set ordered_at = o.created_at from orders o where o.id = l.order_id and l.ordered_at is null
  and l.order_id between 'f0000000-0000-0000-0000-000000000000' and 'ffffffff-ffff-ffff-ffff-ffffffffffff';
drop index concurrently if exists order_lines_found_by_product;
create index concurrently order_lines_found_by_product on order_lines (product_id, ordered_at desc, order_id);
