-- Where a package is, as the carrier reports it; null until it does.
alter table shipments
  add column progress text,
  add column progress_at timestamptz,
  add column progress_note text,
  add constraint shipments_progress_check check (
    progress in ('label_made', 'in_transit', 'out_for_delivery', 'delivered', 'problem')
    and (progress is null) = (progress_at is null)) not valid;

-- The owner's account with the company that sells labels. The key is encrypted with a key that is not in the database.
create table carrier_accounts (
  provider text primary key check (provider in ('easypost')),
  sealed_key text not null,
  key_end text not null,
  is_test boolean not null,
  connected_at timestamptz not null default now()
);

-- A row is written before the label is bought, so that a purchase whose answer was lost is found again.
create table shipping_labels (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  state text not null default 'buying' check (state in ('buying', 'bought', 'failed', 'voided')),
  carrier text not null,
  service text not null,
  max_cents integer not null check (max_cents >= 0),
  cost_cents integer check (cost_cents >= 0),
  parcel jsonb not null,
  address_hash text not null,
  provider_id text unique,
  tracking_number text,
  image bytea,
  problem text,
  operator_id text,
  actor text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  look_at timestamptz,
  looks integer not null default 0,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  voided_at timestamptz,
  check ((state in ('bought', 'voided')) = (tracking_number is not null)),
  check ((state in ('bought', 'voided')) = (cost_cents is not null)),
  check ((state = 'failed') = (problem is not null)),
  check ((state = 'voided') = (voided_at is not null))
);
create index shipping_labels_by_order on shipping_labels (order_id, created_at);
create unique index shipping_labels_one_purchase on shipping_labels (order_id) where state = 'buying';
create index shipping_labels_to_buy on shipping_labels (next_attempt_at) where state = 'buying';
create index shipping_labels_to_look_at on shipping_labels (look_at) where state = 'bought' and look_at is not null;
create index shipping_labels_by_tracking on shipping_labels (tracking_number) where tracking_number is not null;
create index shipping_labels_with_image on shipping_labels (resolved_at) where image is not null;

create trigger shipping_labels_reach_desk after insert or update on shipping_labels
  for each statement execute function desk_changed('orders');
