-- The shop's orders beside the provider's payments.

-- One row for each night; whoever writes it does the work, and takes it over when the writer died.
create table money_checks (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  difference_count integer,
  summary jsonb
);

-- A difference that somebody has looked into and that stays as it is.
create table explained_differences (
  kind text not null,
  -- The provider's payment or refund, or our order's or refund's id.
  subject text not null,
  note text not null check (length(note) between 1 and 500),
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (kind, subject)
);

-- Money that goes back although no order of ours knows it. The id is the key under which it is asked for.
create table stray_refunds (
  id uuid primary key,
  square_payment_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  state text not null default 'sending' check (state in ('sending', 'pending', 'completed', 'rejected', 'unknown')),
  square_refund_id text unique,
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);

create index stray_refunds_open on stray_refunds (created_at) where state in ('sending', 'unknown');
create index payment_attempts_by_day on payment_attempts (created_at, id) where square_payment_id is not null;
create index alerts_newest on alerts (created_at desc, id);

create trigger alerts_reach_desk after insert or update on alerts for each statement execute function desk_changed('alerts');
