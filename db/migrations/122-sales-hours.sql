-- Hours that are over, added up once like days, so that today costs the same at ten orders a day and at thousands. An
-- hour of UTC is an hour of the shop's clock. Kept for some days only: older ones are in sales_days.
create table sales_hours (
  hour timestamptz primary key check (hour = date_trunc('hour', hour, 'UTC')),
  order_count integer not null check (order_count >= 0),
  sales_cents bigint not null check (sales_cents >= 0),
  refund_cents bigint not null check (refund_cents >= 0),
  code_order_count integer not null check (code_order_count between 0 and order_count)
);

create table product_hours (
  hour timestamptz not null,
  product_id text not null references products on delete cascade,
  bottle_count integer not null check (bottle_count > 0),
  sales_cents bigint not null check (sales_cents >= 0),
  primary key (hour, product_id)
);

-- An hour is added up fifteen minutes after its end at the earliest, a day six hours: what belongs to a later one drops
-- nothing, and waits for nobody. The margins are wider than any transaction is long.
create or replace function drop_sales_day(at timestamptz) returns void language plpgsql as $$
declare
  changed date := (at at time zone 'America/Denver')::date;
begin
  if at is null or at >= date_trunc('hour', now() - interval '5 minutes', 'UTC') then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('sales_days', 0));
  delete from sales_hours where hour = date_trunc('hour', at, 'UTC');
  delete from product_hours where hour = date_trunc('hour', at, 'UTC');
  if changed >= ((now() - interval '5 hours') at time zone 'America/Denver')::date then return; end if;
  delete from sales_days where day = changed;
  delete from product_days where day = changed;
end $$;

-- A refund that was made in Square's dashboard is recorded later, with its own time.
create trigger refunds_add_to_sales_day after insert on refunds for each row
  when (new.state <> 'rejected')
  execute function refund_changes_sales_day();
