-- Items of this refund were taken out of the order before it shipped. Shipping that is charged instead makes its part
-- negative.
alter table refunds add column removes boolean not null default false;

-- How many of a line were removed or are about to be: some of those that are refunded.
alter table order_lines add column removed integer not null default 0;
alter table order_lines add constraint order_lines_removed_check check (removed between 0 and refunded) not valid;

create or replace function count_refunded_line() returns trigger language plpgsql as $$
begin
  update order_lines l set refunded = l.refunded + new.quantity,
    removed = l.removed + case when r.removes then new.quantity else 0 end
  from refunds r join payment_attempts a on a.id = r.attempt_id
  where r.id = new.refund_id and r.state <> 'rejected' and l.order_id = a.order_id and l.position = new.position;
  return null;
end $$;

create or replace function uncount_refunded_lines() returns trigger language plpgsql as $$
begin
  update order_lines l set refunded = l.refunded - f.quantity,
    removed = l.removed - case when new.removes then f.quantity else 0 end
  from refund_lines f join payment_attempts a on a.id = new.attempt_id
  where f.refund_id = new.id and l.order_id = a.order_id and l.position = f.position;
  return null;
end $$;
