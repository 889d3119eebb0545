-- An order may be recorded with an earlier time of payment.
create function order_adds_to_sales_day() returns trigger language plpgsql as $$
begin
  perform drop_sales_day(new.paid_at);
  return null;
end $$;

create trigger orders_add_to_sales_day after insert on orders for each row
  when (new.paid_at is not null)
  execute function order_adds_to_sales_day();
