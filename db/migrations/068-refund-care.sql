-- Refunds are looked after until they have an end, each in its turn.

alter table refunds
  -- Until then it belongs to whoever looked last; one that stays pending does not hold up the others.
  add column lease_until timestamptz not null default now();
drop index refunds_open;
create index refunds_open on refunds (lease_until) where state in ('sending', 'pending', 'unknown');

drop index stray_refunds_open;
create index stray_refunds_open on stray_refunds (created_at) where state in ('sending', 'pending', 'unknown');

-- One that was refused makes room for another, under a key of its own.
alter table stray_refunds drop constraint stray_refunds_square_payment_id_key;
create unique index stray_refunds_once on stray_refunds (square_payment_id) where state <> 'rejected';
