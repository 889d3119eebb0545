-- What the shop sells. Wire names are those of the spec's section 3; prices are integer cents.

create table products (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 100),
  name text not null unique check (length(name) between 1 and 100),
  category text not null check (length(category) between 1 and 50),
  short_description text not null,
  description text not null,
  benefits text[] not null default '{}',
  key_ingredients text not null default '',
  inci text not null default '',
  how_to_use text not null default '',
  patch_test text not null default '',
  drops_per_use integer not null default 4 check (drops_per_use > 0),
  uses_per_day integer not null default 2 check (uses_per_day > 0),
  image_url text not null default '',
  price_cents integer not null check (price_cents > 0),
  has_sizes boolean not null,
  size_1oz_price_cents integer check (size_1oz_price_cents > 0),
  size_2oz_price_cents integer check (size_2oz_price_cents > 0),
  size_4oz_price_cents integer check (size_4oz_price_cents > 0),
  single_size_info text check (single_size_info in ('1oz', '2oz', '4oz')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The base price equals the largest size's price; a single-size product has no size prices at all.
  constraint products_base_price check (
    case
      when has_sizes then
        coalesce(size_4oz_price_cents, size_2oz_price_cents, size_1oz_price_cents) is not distinct from price_cents
        and single_size_info is null
      else coalesce(size_4oz_price_cents, size_2oz_price_cents, size_1oz_price_cents) is null
    end
  )
);

create index products_active_by_category on products (category, name) where is_active;

create table ingredients (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique,
  inci text not null,
  summary text not null,
  rich_in text not null,
  benefits text not null,
  properties text not null,
  -- What a visitor may want to leave out: nuts, coconut, essential-oils ...
  groups text[] not null default '{}'
);

create index ingredients_groups on ingredients using gin (groups);

create table product_ingredients (
  product_id text not null references products on delete cascade,
  ingredient_slug text not null references ingredients on update cascade,
  -- 1 is the ingredient there is most of, as on the label.
  position integer not null check (position > 0),
  is_key boolean not null default false,
  primary key (product_id, ingredient_slug),
  unique (product_id, position)
);

create index product_ingredients_by_ingredient on product_ingredients (ingredient_slug);

-- No row means that nobody counts: unlimited.
create table stock_levels (
  product_id text not null references products on delete cascade,
  size text not null check (size in ('1oz', '2oz', '4oz', 'single')),
  on_hand integer not null check (on_hand >= 0),
  primary key (product_id, size)
);

-- The four cards of the home page.
create table featured_products (
  slot integer primary key check (slot between 1 and 4),
  product_id text not null unique references products on delete cascade,
  badge text not null unique check (badge in ('Best Seller', 'Staff Pick', 'Low Stock', 'Customer Favorite'))
);

-- Every process listens on one channel; the payload is a comma-separated list of page tags that went stale.
create function notify_pages(tags text[]) returns void language plpgsql as $$
begin
  -- A payload is limited to 8000 bytes; a bulk change says so with one tag instead of a thousand.
  perform pg_notify('page_tags', case when cardinality(tags) > 50 then 'everything' else array_to_string(tags, ',') end);
end $$;

create function products_changed() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    select array_agg('product:' || id) into changed from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg('product:' || id) into changed from old_rows;
  else
    select array_agg(distinct 'product:' || id) into changed from (select id from old_rows union select id from new_rows) both_rows;
  end if;
  if changed is not null then
    perform notify_pages(changed || 'catalogue'::text);
  end if;
  return null;
end $$;

create trigger products_inserted after insert on products referencing new table as new_rows
  for each statement execute function products_changed();
create trigger products_updated after update on products referencing old table as old_rows new table as new_rows
  for each statement execute function products_changed();
create trigger products_deleted after delete on products referencing old table as old_rows
  for each statement execute function products_changed();

-- These tables are small and edited by hand: any change concerns every page of the catalogue.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['catalogue']);
  return null;
end $$;

create trigger ingredients_changed after insert or update or delete on ingredients
  for each statement execute function catalogue_changed();
create trigger product_ingredients_changed after insert or update or delete on product_ingredients
  for each statement execute function catalogue_changed();
create trigger featured_products_changed after insert or update or delete on featured_products
  for each statement execute function catalogue_changed();
create trigger stock_levels_changed after insert or update or delete on stock_levels
  for each statement execute function catalogue_changed();
