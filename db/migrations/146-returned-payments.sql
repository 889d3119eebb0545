-- The charge whose order couldn't take the payment, and why; null for a payment without an order. Its buyer is emailed once
-- the provider has accepted the refund, and the refund is in the order's timeline.
alter table stray_refunds
  add column attempt_id uuid references payment_attempts (id) on delete set null,
  add column why text;

create index stray_refunds_by_attempt on stray_refunds (attempt_id) where attempt_id is not null;
