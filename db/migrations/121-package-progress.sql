-- without transaction
alter table shipments validate constraint shipments_progress_check;
drop index concurrently if exists shipments_with_problem;
create index concurrently shipments_with_problem on shipments (order_id) where progress = 'problem';
