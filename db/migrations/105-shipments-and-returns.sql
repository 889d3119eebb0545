-- What left with which package. Orders that shipped before have no rows: everything left at once.
create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  carrier text,
  tracking_number text,
  shipped_at timestamptz not null
);
create index shipments_by_order on shipments (order_id, shipped_at);
create index shipments_by_tracking on shipments (tracking_number) where tracking_number is not null;

create table shipment_lines (
  shipment_id uuid not null references shipments on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, position)
);

-- What customers send back, expected or received.
create table returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  state text not null check (state in ('expected', 'received', 'canceled')),
  reason text not null check (reason in ('did-not-suit', 'arrived-damaged', 'wrong-item', 'changed-mind', 'other')),
  words text check (length(words) between 1 and 300),
  created_at timestamptz not null default now(),
  received_at timestamptz,
  check ((state = 'received') = (received_at is not null)),
  check (reason <> 'other' or words is not null)
);
create index returns_by_order on returns (order_id, created_at);

create table return_lines (
  return_id uuid not null references returns on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  condition text not null check (condition in ('sealed', 'opened', 'damaged')),
  primary key (return_id, position)
);

create trigger shipments_reach_desk after insert or update or delete on shipments
  for each statement execute function desk_changed('orders');
create trigger returns_reach_desk after insert or update on returns
  for each statement execute function desk_changed('orders');

-- What the list of returns shows; null without one.
alter table orders add column return_state text check (return_state in ('expected', 'received'));
