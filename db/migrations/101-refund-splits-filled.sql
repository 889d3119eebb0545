-- Earlier refunds get the parts that the tax report gave them: their share of the order, as the difference of running
-- totals. A rejected one gets the share it would have had alone; reports leave it out.
with running as (
  select r.id, r.amount_cents, o.total_cents, o.tax_cents, o.shipping_cents, o.discount_cents,
    case when r.state = 'rejected' then r.amount_cents
      else sum(r.amount_cents) over (partition by r.attempt_id, r.state = 'rejected' order by r.created_at, r.id) end as upto
  from refunds r join payment_attempts a on a.id = r.attempt_id and a.state = 'succeeded'
  join orders o on o.id = a.order_id where o.total_cents > 0
),
split as (
  select id, amount_cents,
    div(2 * upto::numeric * tax_cents + total_cents, 2 * total_cents)
      - div(2 * (upto - amount_cents)::numeric * tax_cents + total_cents, 2 * total_cents) as tax,
    div(2 * upto::numeric * shipping_cents + total_cents, 2 * total_cents)
      - div(2 * (upto - amount_cents)::numeric * shipping_cents + total_cents, 2 * total_cents) as shipping,
    div(2 * upto::numeric * discount_cents + total_cents, 2 * total_cents)
      - div(2 * (upto - amount_cents)::numeric * discount_cents + total_cents, 2 * total_cents) as discount
  from running
)
update refunds r set tax_cents = s.tax, shipping_cents = s.shipping, discount_cents = s.discount,
  goods_cents = s.amount_cents - s.tax - s.shipping + s.discount
from split s where s.id = r.id and r.goods_cents is null;

-- How many of a line were refunded or are about to be, kept by the triggers below like orders.refunded_cents. Last, so
-- that the lock is short. No two refunds can take the same bottle, whatever their callers do.
create function count_refunded_line() returns trigger language plpgsql as $$
begin
  update order_lines l set refunded = l.refunded + new.quantity
  from refunds r join payment_attempts a on a.id = r.attempt_id
  where r.id = new.refund_id and r.state <> 'rejected' and l.order_id = a.order_id and l.position = new.position;
  return null;
end $$;

create function uncount_refunded_lines() returns trigger language plpgsql as $$
begin
  update order_lines l set refunded = l.refunded - f.quantity
  from refund_lines f join payment_attempts a on a.id = new.attempt_id
  where f.refund_id = new.id and l.order_id = a.order_id and l.position = f.position;
  return null;
end $$;

create trigger refund_lines_counted after insert on refund_lines for each row execute function count_refunded_line();
create trigger refund_lines_uncounted after update of state on refunds
  for each row when (new.state = 'rejected' and old.state <> 'rejected') execute function uncount_refunded_lines();

alter table order_lines add column refunded integer not null default 0;
alter table order_lines add constraint order_lines_refunded_check check (refunded between 0 and quantity) not valid;
