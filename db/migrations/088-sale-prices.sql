-- A lower price for a while. The product keeps its regular price; is_on says which of the two is charged, and only the
-- worker and the desk turn it, so that every page, quote and charge changes at once.
create table sale_prices (
  product_id text primary key references products on delete cascade,
  -- Cents by stock unit: {"1oz": 2900}.
  prices jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_on boolean not null default false,
  -- The former prices that may be shown, as of the start (docs/decisions/105-sale-prices.md).
  was jsonb not null default '{}',
  check (ends_at > starts_at)
);

create index sale_prices_to_start on sale_prices (starts_at) where not is_on;
create index sale_prices_to_end on sale_prices (ends_at);

-- What each stock unit was really offered for, and when: the proof of a former price.
create table offered_prices (
  id bigint generated always as identity primary key,
  product_id text not null references products on delete cascade,
  unit text not null check (unit in ('1oz', '2oz', '4oz', 'single')),
  price_cents integer not null check (price_cents > 0),
  offered_from timestamptz not null default now(),
  offered_until timestamptz,
  check (offered_until >= offered_from)
);

create unique index offered_prices_now on offered_prices (product_id, unit) where offered_until is null;
create index offered_prices_by_product on offered_prices (product_id, unit, offered_from);

create view offered_now as
  select products.id as product_id, regular.unit,
    least(regular.cents, case when sale.is_on then (sale.prices ->> regular.unit)::integer end) as price_cents
  from products
  left join sale_prices sale on sale.product_id = products.id
  cross join lateral (values
    ('1oz', case when has_sizes then size_1oz_price_cents end),
    ('2oz', case when has_sizes then size_2oz_price_cents end),
    ('4oz', case when has_sizes then size_4oz_price_cents end),
    ('single', case when not has_sizes then price_cents end)) as regular (unit, cents)
  where is_active and regular.cents is not null;

create function record_offered_prices(changed_id text) returns void language plpgsql as $$
begin
  update offered_prices old set offered_until = now()
  where product_id = changed_id and offered_until is null and not exists (
    select from offered_now new
    where new.product_id = old.product_id and new.unit = old.unit and new.price_cents = old.price_cents);
  insert into offered_prices (product_id, unit, price_cents)
  select product_id, unit, price_cents from offered_now where product_id = changed_id
  on conflict (product_id, unit) where offered_until is null do nothing;
end $$;

-- Written by triggers, so that no way of changing a price is forgotten.
create function product_offer_changed() returns trigger language plpgsql as $$
begin
  perform record_offered_prices(new.id);
  return null;
end $$;

create trigger product_offer_changed
  after insert or update of price_cents, has_sizes, size_1oz_price_cents, size_2oz_price_cents, size_4oz_price_cents, is_active
  on products for each row execute function product_offer_changed();

create function sale_price_changed() returns trigger language plpgsql as $$
declare
  changed_id text := coalesce(new.product_id, old.product_id);
begin
  perform record_offered_prices(changed_id);
  perform notify_pages(array['product:' || changed_id, 'catalogue']);
  return null;
end $$;

create trigger sale_price_changed after insert or update or delete on sale_prices
  for each row execute function sale_price_changed();

-- What was charged before today is not known well enough to be advertised.
insert into offered_prices (product_id, unit, price_cents) select product_id, unit, price_cents from offered_now;
