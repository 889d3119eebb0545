create function keep_order_problem() returns trigger language plpgsql as $$
declare changed uuid := coalesce(new.order_id, old.order_id);
begin
  update orders set has_problem = not has_problem
  where id = changed
    and has_problem <> exists (select from shipments where order_id = changed and progress = 'problem');
  return null;
end $$;
create trigger shipments_keep_order_problem after insert or delete or update of progress on shipments
  for each row execute function keep_order_problem();
update orders set has_problem = true where id in (select order_id from shipments where progress = 'problem');
