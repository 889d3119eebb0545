-- without transaction
drop index concurrently if exists orders_with_returns;
create index concurrently orders_with_returns on orders (created_at desc, id) where return_state is not null;
