create function order_changes_sales_day() returns trigger language plpgsql as $$
begin
  perform drop_sales_day(old.paid_at);
  if new.paid_at is distinct from old.paid_at then perform drop_sales_day(new.paid_at); end if;
  if new.paid_outside is not null then
    perform drop_sales_day(old.cancelled_at);
    if new.cancelled_at is distinct from old.cancelled_at then perform drop_sales_day(new.cancelled_at); end if;
  end if;
  return null;
end $$;

create trigger orders_change_sales_day
  after update of paid_at, total_cents, subtotal_cents, discount_code, cancelled_at on orders for each row
  when (old.paid_at is distinct from new.paid_at or old.total_cents <> new.total_cents
    or old.subtotal_cents <> new.subtotal_cents or old.discount_code is distinct from new.discount_code
    or (new.paid_outside is not null and old.cancelled_at is distinct from new.cancelled_at))
  execute function order_changes_sales_day();
