-- The desk's work on orders: finding one of a million, and what the checkout never makes.

alter table orders
  -- How an order of the desk was paid, as no card went through the shop; null for every order of the checkout.
  add column paid_outside text check (paid_outside in ('cash', 'check', 'transfer', 'terminal', 'nothing')),
  -- What has gone back or is on its way, kept by the trigger below so that a list need not add up refunds.
  add column refunded_cents integer not null default 0 check (refunded_cents >= 0);

update orders o set refunded_cents = r.cents
from (
  select a.order_id, sum(r.amount_cents) as cents from refunds r join payment_attempts a on a.id = r.attempt_id
  where r.state <> 'rejected' group by a.order_id
) r where r.order_id = o.id;

create function count_refund() returns trigger language plpgsql as $$
begin
  update orders set refunded_cents = refunded_cents + case when new.state = 'rejected' then -new.amount_cents else new.amount_cents end
  where id = (select order_id from payment_attempts where id = new.attempt_id);
  return null;
end $$;

create trigger refunds_counted after insert on refunds
  for each row when (new.state <> 'rejected') execute function count_refund();
-- Only then: whoever refuses a refund holds the order's lock already, so that nobody waits in a circle.
create trigger refunds_uncounted after update of state on refunds
  for each row when (new.state = 'rejected' and old.state <> 'rejected') execute function count_refund();

create trigger refunds_reach_desk after insert or update of state on refunds
  for each statement execute function desk_changed('orders');

-- By the beginning of a number, an address or a name, the newest of equal ones first; read in this order, page by page.
create index orders_found_by_number on orders (number collate "C", created_at desc, id);
create index orders_found_by_email on orders (lower(email) collate "C", created_at desc, id);
create index orders_found_by_last_name on orders (lower(last_name || ' ' || first_name) collate "C", created_at desc, id);
create index orders_found_by_first_name on orders (lower(first_name || ' ' || last_name) collate "C", created_at desc, id);

create index orders_given_back on orders (created_at desc, id)
  where refunded_cents > 0 or state in ('cancelled', 'partially_refunded', 'refunded');

-- What belongs to one order.
create index outbox_by_order on outbox ((payload ->> 'orderNumber'), created_at);
create index webhook_events_by_subject on webhook_events ((body -> 'data' ->> 'id'));

-- All that the tax report adds up, so that it reads the index alone.
create index orders_taxed on orders (state_code, paid_at)
  include (subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, tax_basis_points, is_demo)
  where paid_at is not null;
create index refunds_by_day on refunds (created_at);
create index orders_outside_cancelled on orders (cancelled_at) where paid_outside is not null and cancelled_at is not null;

-- Each form that must not work twice carries a key; the second one finds it used.
create table form_keys (
  key text primary key check (length(key) between 8 and 100),
  used_at timestamptz not null default now()
);

create index form_keys_by_age on form_keys (used_at);
