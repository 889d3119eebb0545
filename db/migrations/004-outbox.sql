-- Mail leaves through this table, written in the transaction that causes it: exactly one row per cause.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- What the mail is about, e.g. 'order-confirmation:<order id>'.
  cause text not null unique,
  template text not null,
  recipient text not null check (length(recipient) <= 254 and recipient !~ '[[:cntrl:]]'),
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index outbox_due on outbox (next_attempt_at) where state = 'waiting';
create index outbox_dead on outbox (created_at) where state = 'dead';
