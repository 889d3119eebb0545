-- Every queue has a lease, an attempt count, a back-off and an end for what cannot be done.

-- next_attempt_at is the lease while an event is being handled and the back-off after a failure, as in the outbox.
-- Existing rows are done unless they still wait: a constant default does not rewrite the table.
alter table webhook_events
  add column state text not null default 'done' check (state in ('waiting', 'done', 'dead', 'closed')),
  add column attempts integer not null default 0 check (attempts >= 0),
  add column next_attempt_at timestamptz not null default now(),
  add column last_error text;
update webhook_events set state = 'waiting' where processed_at is null;
alter table webhook_events alter column state set default 'waiting';

drop index webhook_events_waiting;
create index webhook_events_due on webhook_events (next_attempt_at) where state = 'waiting';
create index webhook_events_dead on webhook_events (received_at) where state = 'dead';

-- A refund that makes no progress is parked: it is still owed, and the owner decides when it is tried again.
alter table refunds
  add column attempts integer not null default 0 check (attempts >= 0),
  add column parked_at timestamptz;
drop index refunds_open;
create index refunds_open on refunds (lease_until)
  where state in ('sending', 'pending', 'unknown') and parked_at is null;
create index refunds_parked on refunds (parked_at)
  where state in ('sending', 'pending', 'unknown') and parked_at is not null;

alter table stray_refunds
  add column attempts integer not null default 0 check (attempts >= 0),
  add column parked_at timestamptz;
drop index stray_refunds_open;
create index stray_refunds_open on stray_refunds (lease_until)
  where state in ('sending', 'pending', 'unknown') and parked_at is null;
create index stray_refunds_parked on stray_refunds (parked_at)
  where state in ('sending', 'pending', 'unknown') and parked_at is not null;

-- A price change that cannot be applied ends as 'failed' and no longer stands in the way of the others.
alter table scheduled_prices drop constraint scheduled_prices_state_check;
alter table scheduled_prices
  add constraint scheduled_prices_state_check check (state in ('waiting', 'applied', 'cancelled', 'failed')),
  add column attempts integer not null default 0 check (attempts >= 0),
  add column retry_at timestamptz,
  add column last_error text;
drop index scheduled_prices_by_product;
create index scheduled_prices_by_product on scheduled_prices (product_id, due_at) where state in ('waiting', 'failed');
create index scheduled_prices_failed on scheduled_prices (due_at) where state = 'failed';

-- The days of the money check are a queue as well: each is checked once, the oldest first.
alter table money_checks
  add column attempts integer not null default 0 check (attempts >= 0),
  add column next_attempt_at timestamptz not null default now(),
  add column last_error text;
create index money_checks_open on money_checks (day) where finished_at is null;

-- An alert whose cause is gone says what ended it and asks for nothing anymore.
alter table alerts
  add column resolved_at timestamptz,
  add column resolution text;
create index alerts_by_subject on alerts (subject, kind);

-- Work that one process at a time does every few minutes.
create table periodic_jobs (
  name text primary key,
  next_run_at timestamptz not null default now()
);
