-- The pictures of a product in the order of its page; the first one leads in lists, carts and feeds. A product without
-- rows shows the picture rendered under its id, if there is one. products.image_url repeats an uploaded lead picture
-- for the previous release.
create table product_pictures (
  product_id text not null references products on delete cascade,
  position integer not null check (position > 0),
  -- The name of a rendered picture, or the address of an uploaded one.
  picture text not null check (picture <> ''),
  -- Empty for the words that a rendered picture comes with.
  alt text not null default '' check (length(alt) <= 300),
  -- The sizes whose picture this is.
  sizes text[] not null default '{}' check (sizes <@ array['1oz', '2oz', '4oz']),
  primary key (product_id, picture),
  -- An order is written as a whole, row by row.
  unique (product_id, position) deferrable initially deferred
);

create trigger product_pictures_changed after insert or update or delete on product_pictures
  for each statement execute function catalogue_changed();

insert into product_pictures (product_id, position, picture, alt)
select p.id, 1, u.address, u.alt from products p join uploaded_pictures u on u.address = p.image_url;

-- A product's picture gets its words later, and elsewhere.
alter table uploaded_pictures drop constraint uploaded_pictures_alt_check;
alter table uploaded_pictures add constraint uploaded_pictures_alt_length check (length(alt) <= 300) not valid;

-- Files that wait to be resized, which takes too long for a request. Deleted as soon as that is done.
create table picture_uploads (
  id uuid primary key default gen_random_uuid(),
  product_id text references products on delete cascade,
  collection_id uuid references collections on delete cascade,
  file_name text not null check (length(file_name) <= 100),
  alt text not null check (length(alt) <= 300),
  state text not null default 'waiting' check (state in ('waiting', 'failed')),
  -- For the owner.
  problem text not null default '',
  operator_id text references operators on delete set null,
  actor text not null,
  attempts integer not null default 0,
  -- The lease while it is being resized, then the back-off after a failure.
  retry_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (num_nonnulls(product_id, collection_id) = 1)
);

-- In slices, each of which the embedded database stores in a few milliseconds. Deleted once the upload has failed.
create table picture_upload_slices (
  upload_id uuid not null references picture_uploads on delete cascade,
  position integer not null check (position >= 0),
  body bytea not null,
  primary key (upload_id, position)
);

-- Compressed already; trying again would only cost time.
alter table picture_upload_slices alter column body set storage external;

create index picture_uploads_due on picture_uploads (retry_at, created_at) where state = 'waiting';
create index picture_uploads_by_product on picture_uploads (product_id);
create index picture_uploads_by_collection on picture_uploads (collection_id);
create index picture_uploads_by_operator on picture_uploads (operator_id);

create function picture_uploaded() returns trigger language plpgsql as $$
begin
  perform pg_notify('picture_uploads', '');
  return null;
end $$;

create trigger picture_uploaded after insert on picture_uploads
  for each statement execute function picture_uploaded();
create trigger picture_uploads_reach_desk after insert or delete or update of state on picture_uploads
  for each statement execute function desk_changed('pictures');
