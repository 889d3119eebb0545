-- A refund in part is told by refunded_cents and moves no order: no code ever set the state 'partially_refunded'.
alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check
  check (state in ('pending_payment', 'paid', 'packed', 'shipped', 'payment_failed', 'cancelled', 'refunded')) not valid;
