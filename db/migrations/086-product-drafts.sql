-- A new product starts with its name alone. What it needs to be on sale is required once it is.
alter table products drop constraint products_category_check;
alter table products drop constraint products_price_cents_check;
alter table products drop constraint products_base_price;
alter table products add constraint products_category_length check (length(category) <= 50) not valid;
alter table products add constraint products_price_not_negative check (price_cents >= 0) not valid;
alter table products add constraint products_sellable check (not is_active or (price_cents > 0 and category <> '')) not valid;
-- The base price equals the largest size's price, 0 if none has one yet; a single-size product has no size prices at all.
alter table products add constraint products_base_price_by_size check (
  case
    when has_sizes then
      coalesce(size_4oz_price_cents, size_2oz_price_cents, size_1oz_price_cents, 0) = price_cents
      and single_size_info is null
    else coalesce(size_4oz_price_cents, size_2oz_price_cents, size_1oz_price_cents) is null and price_cents > 0
  end
) not valid;
