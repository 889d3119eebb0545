-- What a refund consists of, so that reports add up stored parts. Null for a payment that its order never took. Computed
-- when the refund is requested (src/domain/money/line-refund.ts).
alter table refunds
  add column goods_cents integer,
  add column discount_cents integer,
  add column shipping_cents integer,
  add column tax_cents integer;

alter table refunds add constraint refunds_split_check
  check (num_nulls(goods_cents, discount_cents, shipping_cents, tax_cents) = 4
    or (num_nulls(goods_cents, discount_cents, shipping_cents, tax_cents) = 0
      and goods_cents - discount_cents + shipping_cents + tax_cents = amount_cents)) not valid;

-- Items of a refund; none if an amount was refunded.
create table refund_lines (
  refund_id uuid not null references refunds on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  primary key (refund_id, position)
);

-- For refunds of the version before, which knows no parts and serves during the deploy: in proportion to what is left.
-- To be dropped one release later.
create function split_refund() returns trigger language plpgsql as $$
declare
  o record;
  net integer;
  rest integer;
begin
  select total_cents - coalesce(sum(r.amount_cents), 0) as total_cents, orders.tax_cents - coalesce(sum(r.tax_cents), 0) as tax_cents,
    orders.shipping_cents - coalesce(sum(r.shipping_cents), 0) as shipping_cents,
    orders.discount_cents - coalesce(sum(r.discount_cents), 0) as discount_cents into o
  from payment_attempts a join orders on orders.id = a.order_id
  left join refunds r on r.attempt_id = a.id and r.state <> 'rejected'
  where a.id = new.attempt_id and a.state = 'succeeded' group by orders.id;
  if not found then return new; end if;
  rest := greatest(o.total_cents, 1);
  if new.amount_cents >= o.total_cents then
    new.tax_cents := o.tax_cents;
    new.shipping_cents := o.shipping_cents;
    new.discount_cents := o.discount_cents;
  else
    new.tax_cents := div(2::numeric * new.amount_cents * o.tax_cents + rest, 2 * rest);
    new.shipping_cents := div(2::numeric * new.amount_cents * (o.tax_cents + o.shipping_cents) + rest, 2 * rest) - new.tax_cents;
    net := greatest(o.total_cents - o.tax_cents - o.shipping_cents, 1);
    new.discount_cents := div(2::numeric * (new.amount_cents - new.tax_cents - new.shipping_cents) * o.discount_cents + net, 2 * net);
  end if;
  new.goods_cents := new.amount_cents - new.tax_cents - new.shipping_cents + new.discount_cents;
  return new;
end $$;

create trigger refunds_split before insert on refunds
  for each row when (new.goods_cents is null) execute function split_refund();
