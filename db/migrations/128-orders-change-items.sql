-- What was paid for items that were added. The totals stay as the order was bought.
alter table orders
  add column added_goods_cents integer not null default 0,
  add column added_discount_cents integer not null default 0,
  add column added_shipping_cents integer not null default 0,
  -- What the items come to since they were changed: refunds of items are shares of it.
  add column items_goods_cents integer,
  add column items_discount_cents integer,
  add column items_tax_cents integer;
