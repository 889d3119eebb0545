-- Named views of the order list, for everyone at the desk. The query is that of the page, such as list=packed&from=2026-03-01.
create table saved_order_filters (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) between 1 and 600),
  created_at timestamptz not null default now()
);

create unique index saved_order_filters_by_name on saved_order_filters (lower(name));
