-- without transaction
-- An order that arrived, as far as the owner knows.
alter table orders add column if not exists delivered_at timestamptz;
alter table orders drop constraint if exists orders_state_check, add constraint orders_state_check
  check (state in ('pending_payment', 'paid', 'packed', 'shipped', 'delivered', 'payment_failed', 'cancelled', 'refunded')) not valid;
alter table orders validate constraint orders_state_check;
alter table refunds validate constraint refunds_split_check;
alter table order_lines validate constraint order_lines_refunded_check;
