-- What the people who run the shop are told of, written in the transaction that causes it: one row per cause.
create table notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- For example 'new-order:<order id>'.
  cause text not null unique,
  -- See src/domain/notices/notice.ts; nothing about a customer.
  facts jsonb not null,
  -- Set if it is for one person only.
  operator_id text references operators on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'spread', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now()
);

create index notices_due on notices (next_attempt_at) where state = 'waiting';
create index notices_by_operator on notices (operator_id) where operator_id is not null;
create index notices_by_age on notices (created_at);

-- One row for each device and mailbox that a notice goes to.
create table notice_deliveries (
  id uuid primary key default gen_random_uuid(),
  notice_id uuid not null references notices on delete cascade,
  operator_id text not null references operators on delete cascade,
  -- Null for an email.
  device_id uuid references push_devices on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The end of quiet hours, then the lease while it is sent, or the back-off after a failure.
  next_attempt_at timestamptz not null default now(),
  last_error text,
  unique nulls not distinct (notice_id, operator_id, device_id)
);

create index notice_deliveries_due on notice_deliveries (next_attempt_at) where state = 'waiting';
create index notice_deliveries_dead on notice_deliveries (next_attempt_at) where state = 'dead';
create index notice_deliveries_by_operator on notice_deliveries (operator_id);
create index notice_deliveries_by_device on notice_deliveries (device_id);

create function notify_notices() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_table_name, '');
  return null;
end $$;

create trigger notices_wake_worker after insert on notices for each statement execute function notify_notices();
create trigger notice_deliveries_wake_worker after insert on notice_deliveries
  for each statement execute function notify_notices();

-- Sizes that were reported as low, until they are restocked.
create table low_stock_notices (
  product_id text not null references products on delete cascade,
  size text not null,
  noticed_at timestamptz not null default now(),
  primary key (product_id, size)
);
