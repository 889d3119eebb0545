-- Each webhook event woke all five queues of payments; four of them then asked for work that wasn't there.
create or replace function notify_payments() returns trigger language plpgsql as $$
begin
  perform notify_processes(tg_table_name::text, '');
  return null;
end $$;
