-- Which products stand together, in which order, and what is said about them.
create table collections (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  name text not null unique check (length(name) between 1 and 60),
  title text not null default '',
  eyebrow text not null default '',
  lead text not null default '',
  shelf_text text not null default '',
  card_label text not null default '',
  seo_title text not null default '',
  seo_description text not null default '',
  search_words text not null default '',
  noun text not null default '',
  failure_text text not null default '',
  -- The name of a rendered picture, or the address of an uploaded one.
  picture text not null default '',
  is_visible boolean not null default true,
  is_in_menu boolean not null default true,
  -- In the menu and on Shop All.
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table collection_products (
  collection_id uuid not null references collections on delete cascade,
  product_id text not null references products on delete cascade,
  position integer not null check (position > 0),
  primary key (collection_id, product_id),
  -- An order is written as a whole, row by row.
  unique (collection_id, position) deferrable initially deferred
);

create index collection_products_by_product on collection_products (product_id);

-- Addresses that a collection once had; they lead to it forever, or to Shop All if it is gone.
create table former_collection_slugs (
  slug text primary key,
  collection_id uuid references collections on delete set null,
  created_at timestamptz not null default now()
);

create index former_collection_slugs_by_collection on former_collection_slugs (collection_id);

-- The cards of the home page's "Shop by Need". A card leads to a collection or to a product.
create table needs (
  position integer primary key check (position between 1 and 8),
  name text not null check (length(name) between 1 and 40),
  picture text not null default '',
  collection_id uuid references collections on delete cascade,
  product_id text references products on delete cascade,
  check (num_nonnulls(collection_id, product_id) = 1)
);

create index needs_by_collection on needs (collection_id);
create index needs_by_product on needs (product_id);

-- The menu is on every page. A collection without products on sale is not in it.
create function menu_changed() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['catalogue', 'menu']);
  return null;
end $$;

create trigger collections_changed after insert or update or delete on collections
  for each statement execute function menu_changed();
create trigger collection_products_changed after insert or update or delete on collection_products
  for each statement execute function menu_changed();
create trigger former_collection_slugs_changed after insert or update or delete on former_collection_slugs
  for each statement execute function menu_changed();
create trigger products_on_sale_changed after insert or delete or update of is_active on products
  for each statement execute function menu_changed();
create trigger needs_changed after insert or update or delete on needs
  for each statement execute function catalogue_changed();

-- A shop that is already open keeps what its pages show; a new one is seeded. Products are found by their id, which a
-- rename doesn't change, and by their category.
insert into collections (slug, name, title, eyebrow, lead, shelf_text, card_label, seo_description, search_words, noun, failure_text, picture, position)
select * from (values
  ('facial-serums', 'Facial Serums', '', 'For the face',
   'Three to five drops each. Choose by what you would like to see in the mirror; they all sink in.',
   'Three to five drops, pressed onto damp skin.', '',
   'Facial oil serums, each for a different morning: radiance, renewal, firmness, brightness, calm.',
   'face', 'facial serums', '', 'shelf-face', 1),
  ('focus-care', 'Focus Care', '', 'Where it is needed',
   'Concentrated oils for the spots that ask for more: dry patches, tired ends, the look of blemish-prone skin.',
   'Concentrated, for the spots that ask for more.', 'Focus Care',
   'Concentrated oils for the spots that need more than a glance: dry patches, tired ends, blemish-prone skin.',
   '', 'focus care products', 'Failed to load products. Please try again.', 'shelf-focus', 2),
  ('body-hair', 'Body & Hair', 'Body & Hair Collection', 'Shoulders to ankles',
   'One generous size each. Press onto damp skin after the shower, or work a few drops through dry ends.',
   'One generous size, after the shower or through dry ends.', '',
   'Body and hair oils in one generous size, from a woody floral to one with no scent at all.',
   '', 'body & hair products', '', 'shelf-body', 3)
) seeded where exists (select from products);

insert into collection_products (collection_id, product_id, position)
select c.id, p.id, row_number() over (
  partition by c.id
  order by case when c.slug = 'body-hair' then array_position(array['floral-wood-body-oil', 'vanilla-sun-body-oil'], p.id) end nulls last,
    plain_text(p.name) collate "C", p.name)
from collections c join products p on case c.slug
  when 'facial-serums' then p.category in ('Radiance', 'Renewal', 'Blemish Control', 'Firming', 'Anti-Aging', 'Brightening')
  when 'focus-care' then p.category = 'Focus Care'
    or p.id in ('bloomera-hair-skin-restore', 'sos-serum-blemish-blend', 'barrier-rescue-oil')
  when 'body-hair' then p.category in ('Body Care', 'Body & Hair', 'Head-to-Toe Care', 'Intimate Care')
end;

insert into needs (position, name, picture, collection_id, product_id)
select seeded.position, seeded.name, seeded.picture, c.id, p.id
from (values
  (1, 'Glow & radiance', 'need-glow', 'facial-serums', null),
  (2, 'Calm & comfort', 'need-calm', null, 'barrier-rescue-oil'),
  (3, 'Clear-looking skin', 'need-blemish', 'focus-care', null),
  (4, 'Body & hair', 'need-body', 'body-hair', null)
) seeded (position, name, picture, collection, product)
left join collections c on c.slug = seeded.collection
left join products p on p.id = seeded.product
where num_nonnulls(c.id, p.id) = 1;
