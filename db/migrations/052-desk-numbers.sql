-- What the desk's charts are drawn from. Money taken on a day does not change once the day is over (refunds are counted
-- apart), so past days are added up once; a year of a million orders is then read as 365 rows.

create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index reviews_by_day on reviews (review_date) include (rating) where is_published;

-- Days are those of the shop's own clock, America/Denver.
create table sales_days (
  day date primary key,
  order_count integer not null check (order_count >= 0),
  sales_cents bigint not null check (sales_cents >= 0),
  -- Of these orders, how many used a code; and how many codes were handed out that day.
  code_order_count integer not null check (code_order_count between 0 and order_count),
  code_count integer not null check (code_count >= 0)
);

create table product_days (
  day date not null,
  product_id text not null references products on delete cascade,
  bottle_count integer not null check (bottle_count > 0),
  sales_cents bigint not null check (sales_cents >= 0),
  primary key (day, product_id)
);
