-- Pictures that came in through the desk. Their bytes are here and not on a disk, so that every process can serve them;
-- products.image_url names one by its address, and an address never changes its content.
create table uploaded_pictures (
  address text primary key check (address ~ '^/uploads/[0-9a-f]{20}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null check (cardinality(widths) > 0),
  placeholder text not null,
  alt text not null check (length(alt) between 1 and 300),
  created_at timestamptz not null default now()
);

create table uploaded_picture_files (
  address text not null references uploaded_pictures on delete cascade,
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp')),
  body bytea not null,
  primary key (address, width, format)
);

-- Compressed already; trying again would only cost time.
alter table uploaded_picture_files alter column body set storage external;

-- Prices that a product will have from a moment on.
create table scheduled_prices (
  id uuid primary key default gen_random_uuid(),
  product_id text not null references products on delete cascade,
  pricing jsonb not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'cancelled')),
  created_by text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index scheduled_prices_waiting on scheduled_prices (due_at, id) where state = 'waiting';
create index scheduled_prices_by_product on scheduled_prices (product_id, due_at) where state = 'waiting';

-- The banner stands on every page of the shop.
create function announcement_changed() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['announcement']);
  return null;
end $$;

create trigger announcement_changed after insert or update on settings
  for each row when (new.key = 'announcement') execute function announcement_changed();
