-- without transaction
drop index concurrently if exists orders_given_back_next;
create index concurrently orders_given_back_next on orders (created_at desc, id)
  where refunded_cents > 0 or state in ('cancelled', 'refunded');
drop index concurrently if exists orders_given_back;
alter index orders_given_back_next rename to orders_given_back;
