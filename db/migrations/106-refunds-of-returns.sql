-- The return that a refund is for, so that no bottle is refunded twice and those still to ship stay known.
alter table refunds add column return_id uuid;
