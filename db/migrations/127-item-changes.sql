-- A request can also ask for items that are added to the order, or exchanged for others, once it is paid.
alter table balance_requests
  alter column tax_move_id drop not null,
  -- What is paid, by its parts, and where it is taxed. Null for more sales tax of a move.
  add column goods_cents integer,
  add column discount_cents integer,
  add column shipping_cents integer,
  add column tax_cents integer,
  add column state_code text,
  add column tax_basis_points integer,
  -- What the items of the order come to afterward.
  add column items_goods_cents integer,
  add column items_discount_cents integer,
  add column items_tax_cents integer,
  add constraint balance_requests_for_one_thing check (num_nulls(goods_cents, discount_cents, shipping_cents, tax_cents,
    state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
    = case when tax_move_id is null then 0 else 9 end),
  add constraint balance_requests_parts_add_up
    check (goods_cents - discount_cents + shipping_cents + tax_cents = amount_cents),
  drop constraint balance_requests_withdrawn_by_check,
  -- lapse: it expired, or the order was packed.
  add constraint balance_requests_withdrawn_by_check check (withdrawn_by in ('owner', 'change', 'lapse'));

-- What such a request adds to the order, and takes out of it.
create table balance_lines (
  request_id uuid not null references balance_requests on delete cascade,
  number integer not null,
  -- The line that it is taken out of; null for what is added.
  position integer,
  product_id text not null,
  name text not null,
  size text,
  price_cents integer not null check (price_cents >= 0),
  quantity integer not null check (quantity > 0),
  -- Taken from stock while the request is open.
  reserved integer not null default 0 check (reserved between 0 and quantity),
  primary key (request_id, number)
);
