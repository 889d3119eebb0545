-- An order that moved to another state before it shipped. What was left of it leaves the one state's tax report and enters
-- the other's on that day, so that a return that was filed stays as it was.
create table order_tax_moves (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  number integer not null check (number > 0),
  moved_at timestamptz not null default now(),
  from_state text not null,
  to_state text not null,
  from_basis_points integer not null,
  to_basis_points integer not null,
  goods_cents integer not null,
  discount_cents integer not null,
  shipping_cents integer not null,
  from_tax_cents integer not null,
  to_tax_cents integer not null,
  waived_cents integer not null check (waived_cents >= 0),
  unique (order_id, number)
);
create index order_tax_moves_by_day on order_tax_moves (moved_at);

-- The sales tax of the whole order that its customer bears since the last move; null if it never moved.
alter table orders add column borne_tax_cents integer;

-- The move that was the latest when the refund was requested, and whether it only refunds the difference in tax.
alter table refunds add column tax_move_id uuid;
alter table refunds add column corrects_tax boolean not null default false;

create function set_refund_tax_move() returns trigger language plpgsql as $$
begin
  select m.id into new.tax_move_id from payment_attempts a join order_tax_moves m on m.order_id = a.order_id
  where a.id = new.attempt_id order by m.number desc limit 1;
  return new;
end $$;

create trigger refunds_tax_move before insert on refunds
  for each row when (new.tax_move_id is null) execute function set_refund_tax_move();
