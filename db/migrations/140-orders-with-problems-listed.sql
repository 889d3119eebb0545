-- without transaction
drop index concurrently if exists orders_with_problem;
create index concurrently orders_with_problem on orders (id) where has_problem and state in ('partly_shipped', 'shipped');
