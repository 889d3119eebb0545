-- What a charge needs so that somebody else than the process that began it can finish it.
alter table payment_attempts
  -- Keyed hashes of the sender's address and of the card: failures are counted by them, and they say nothing else.
  add column client_hash text,
  add column card_hash text,
  -- Since when the provider, asked about this charge, has known nothing of it.
  add column missing_since timestamptz;

create index payment_attempts_tries_by_client on payment_attempts (client_hash, created_at)
  where state in ('declined', 'sending', 'unknown');
create index payment_attempts_declined_by_card on payment_attempts (card_hash, created_at) where state = 'declined';
create index payment_attempts_declined on payment_attempts (created_at) where state = 'declined';

-- How many of a line's bottles were taken from a counted shelf, to be put back when the order comes to nothing.
alter table order_lines add column reserved integer not null default 0 check (reserved between 0 and quantity);

create index refunds_open on refunds (created_at) where state in ('sending', 'pending', 'unknown');

-- What the owner must know of, until the owner has seen it.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- What it is about, e.g. an order number: said once, however often it is found.
  subject text not null,
  detail text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz
);

create unique index alerts_unseen on alerts (kind, subject) where seen_at is null;

-- Whoever waits for the outcome of a payment, or watches over them, need not ask again and again.
create function notify_payments() returns trigger language plpgsql as $$
begin
  perform pg_notify('payments', '');
  return null;
end $$;

create trigger webhook_events_arrived after insert on webhook_events for each statement execute function notify_payments();
create trigger refunds_asked_for after insert on refunds for each statement execute function notify_payments();
