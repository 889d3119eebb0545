-- A charge that was given up may still arrive at the provider. It is looked for there for a day, at growing intervals.
alter table payment_attempts
  -- When it is due; also the lease of the process that looks. Null when nothing can arrive any more.
  add column next_look_at timestamptz,
  -- Up to when the provider's payments have been searched.
  add column looked_at timestamptz,
  add column looks integer not null default 0;

create index payment_attempts_next_look on payment_attempts (next_look_at) where next_look_at is not null;
update payment_attempts set next_look_at = now() where state = 'abandoned' and created_at > now() - interval '1 day';

-- Second payments go back on their own, so refunds of payments without an order need a lease like the others.
alter table stray_refunds add column lease_until timestamptz not null default now();
create trigger stray_refunds_asked_for after insert on stray_refunds
  for each statement execute function notify_payments();
