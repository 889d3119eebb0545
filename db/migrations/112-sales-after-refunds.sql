-- Refunds are booked to the day on which they are made. Null for a day that was added up without them, by the version
-- before; such a day is added up again.
alter table sales_days add column refund_cents bigint check (refund_cents >= 0);

-- A day that was added up and then changed (a refund that the bank rejects a week later, a payment that was recorded
-- late) is dropped, and added up again when it is next looked at. A day is added up six hours after its end at the
-- earliest, so what belongs to a later one drops nothing. The lock is the one of adding up, which reads what was
-- committed before: a change is in the sum, or finds the sum and drops it.
create function drop_sales_day(at timestamptz) returns void language plpgsql as $$
declare
  changed date := (at at time zone 'America/Denver')::date;
begin
  if changed is null or changed >= ((now() - interval '5 hours') at time zone 'America/Denver')::date then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('sales_days', 0));
  delete from sales_days where day = changed;
  delete from product_days where day = changed;
end $$;

create function refund_changes_sales_day() returns trigger language plpgsql as $$
begin
  perform drop_sales_day(new.created_at);
  return null;
end $$;

create trigger refunds_change_sales_day after update of state, amount_cents on refunds for each row
  when ((old.state = 'rejected') <> (new.state = 'rejected') or old.amount_cents <> new.amount_cents)
  execute function refund_changes_sales_day();
