-- without transaction
-- Part of the order has left, and the rest is still to ship.
alter table orders drop constraint if exists orders_state_check, add constraint orders_state_check
  check (state in ('pending_payment', 'paid', 'packed', 'partly_shipped', 'shipped', 'delivered', 'payment_failed', 'cancelled', 'refunded')) not valid;
alter table orders validate constraint orders_state_check;
