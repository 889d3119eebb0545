-- A transaction that began before another one and got the lock of the product after it would end a price before it
-- began, and be refused by the check. The clock while the lock is held is in order; now() is not.
create or replace function record_offered_prices(changed_id text) returns void language plpgsql as $$
declare
  changed_at timestamptz := clock_timestamp();
begin
  update offered_prices old set offered_until = greatest(changed_at, offered_from)
  where product_id = changed_id and offered_until is null and not exists (
    select from offered_now new
    where new.product_id = old.product_id and new.unit = old.unit and new.price_cents = old.price_cents);
  insert into offered_prices (product_id, unit, price_cents, offered_from)
  select product_id, unit, price_cents, changed_at from offered_now where product_id = changed_id
  on conflict (product_id, unit) where offered_until is null do nothing;
end $$;
