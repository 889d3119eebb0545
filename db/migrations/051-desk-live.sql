-- Tells open desks what kind of thing changed: 'orders', 'reviews', 'mail' or 'stock'. Equal notes of one transaction
-- arrive as one.

create function desk_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk_changed', tg_argv[0]);
  return null;
end $$;

create trigger orders_reach_desk after insert or delete or update of state, paid_at, note, tracking_number on orders
  for each statement execute function desk_changed('orders');
create trigger payment_attempts_reach_desk after insert or update of state on payment_attempts
  for each statement execute function desk_changed('orders');
-- Not last_shown_at, which every visit of the home page moves.
create trigger reviews_reach_desk after insert or delete or update of is_published, withheld_reason, reply, title, body, reviewer_name on reviews
  for each statement execute function desk_changed('reviews');
-- Mail that is on its way or has arrived is no news; mail that died, or lives again, is.
create trigger outbox_reaches_desk after update of state on outbox
  for each row when (old.state is distinct from new.state and 'dead' in (old.state, new.state)) execute function desk_changed('mail');
create trigger stock_reaches_desk after insert or update or delete on stock_levels
  for each statement execute function desk_changed('stock');
