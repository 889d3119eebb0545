-- Sales by state are of the state that an order is in by now, and so are refunds of one that never was taxed: where it
-- goes concerns every day on which something of it was paid or refunded. In the order of days, so that two orders which
-- change at once don't wait for each other.
create function order_changes_state_days() returns trigger language plpgsql as $$
declare
  changed timestamptz;
begin
  for changed in
    select at from (
      select new.paid_at as at
      union select case when new.paid_outside is not null then new.cancelled_at end
      union select ended_at from balance_requests where order_id = new.id
      union select r.created_at from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = new.id
    ) days where at is not null order by at
  loop
    perform drop_sales_day(changed);
  end loop;
  return null;
end $$;

create trigger orders_change_state_days
  after update of state_code, tax_basis_points, discount_cents, shipping_cents, tax_cents, is_demo on orders for each row
  when (old.state_code <> new.state_code or old.tax_basis_points <> new.tax_basis_points
    or old.discount_cents <> new.discount_cents or old.shipping_cents <> new.shipping_cents
    or old.tax_cents <> new.tax_cents or old.is_demo <> new.is_demo)
  execute function order_changes_state_days();
