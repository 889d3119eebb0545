-- What a buyer is asked to pay after an order was bought: more sales tax, as it moved to another state. One is open at a
-- time, and any change of the order withdraws it.
create table balance_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  tax_move_id uuid not null references order_tax_moves,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'withdrawn')),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was paid or withdrawn.
  ended_at timestamptz,
  -- Null unless it was withdrawn: by the owner, or by a change of the order.
  withdrawn_by text check (withdrawn_by in ('owner', 'change')),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'withdrawn') = (withdrawn_by is not null))
);
create unique index balance_requests_one_open on balance_requests (order_id) where state = 'open';
create index balance_requests_by_order on balance_requests (order_id, asked_at);
-- Those that were paid.
create index balance_requests_paid on balance_requests (ended_at) where withdrawn_by is null;

create trigger balance_requests_reach_desk after insert or update of state on balance_requests
  for each statement execute function desk_changed('orders');

-- The sales tax that was paid by such requests. The totals stay as the order was bought.
alter table orders add column added_tax_cents integer not null default 0;
