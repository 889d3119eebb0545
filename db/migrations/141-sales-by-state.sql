-- What the tax report sums up, added up once for each past day, together with sales_days and under its lock. False for a
-- day that was added up without it, by the version before; such a day is added up again.
alter table sales_days add column by_state boolean not null default false;

-- What was sold to a state and refunded in it, by tax rate. Tax that was asked for and waived may be negative: its
-- customer paid it later.
create table tax_days (
  day date not null,
  state_code text not null,
  is_refund boolean not null,
  tax_basis_points integer not null,
  order_count integer not null,
  goods_cents bigint not null,
  discount_cents bigint not null,
  shipping_cents bigint not null,
  tax_cents bigint not null,
  waived_cents bigint not null,
  primary key (day, state_code, is_refund, tax_basis_points)
);

-- Gross sales without tax of orders that are in the state by now.
create table state_days (
  day date not null,
  state_code text not null,
  order_count integer not null,
  sales_cents bigint not null,
  primary key (day, state_code)
);

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
  delete from tax_days where day = changed;
  delete from state_days where day = changed;
end $$;

-- What its buyer pays later, and a move to another state, are recorded when they happen; one that is recorded late, or
-- corrected, drops the sums of its time.
create function request_changes_sales_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is distinct from new.ended_at then perform drop_sales_day(old.ended_at); end if;
  perform drop_sales_day(new.ended_at);
  return null;
end $$;

create trigger balance_requests_change_sales_day after insert or update of ended_at, withdrawn_by, amount_cents
  on balance_requests for each row when (new.ended_at is not null)
  execute function request_changes_sales_day();

create function tax_move_changes_sales_day() returns trigger language plpgsql as $$
begin
  perform drop_sales_day(new.moved_at);
  return null;
end $$;

create trigger order_tax_moves_change_sales_day after insert on order_tax_moves for each row
  execute function tax_move_changes_sales_day();
