-- A refund that one payment can't cover is two rows; the second one names the first, which has the items and the email.
alter table refunds add column part_of uuid;
