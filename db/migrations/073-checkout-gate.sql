-- Token buckets of the throttles, shared by all processes. Unlogged: after a crash of the database they start full.
create unlogged table throttle_buckets (
  -- A keyed hash of what is limited and whom it is limited for.
  key text primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  -- How long the last caller has to wait; 0 when it got a token.
  wait_ms double precision not null,
  -- From then on the bucket is full, which is the same as no bucket.
  expires_at timestamptz not null
);

create index throttle_buckets_by_end on throttle_buckets (expires_at);

-- Tries to pay that were let through to the provider, and what their senders had shown by then.
create table payment_tries (
  id uuid primary key,
  checkout_key text not null unique,
  -- The ticket that the page was handed, used up by this row; null when none was sent.
  ticket_id text unique,
  -- Null until the order is written; a try whose order was refused is deleted.
  order_id uuid unique references orders on delete cascade,
  -- Keyed hashes of the sender's address and of its neighborhood (/24 or /48).
  client_hash text not null,
  network_hash text not null,
  -- free: no proof of work was asked for; proven: it was, and was given; suspect: given by an address with failures.
  lane text not null check (lane in ('free', 'proven', 'suspect')),
  created_at timestamptz not null default now()
);

create index payment_tries_by_age on payment_tries (created_at);
create index payment_tries_unordered on payment_tries (created_at) where order_id is null;

-- Counted at every payment: what failed or is open within the hour, whatever else the table holds.
create index payment_attempts_unpaid on payment_attempts (created_at) where state in ('declined', 'sending', 'unknown');
drop index payment_attempts_tries_by_client;
drop index payment_attempts_declined;
drop index payment_attempts_declined_by_card;
