-- Of the same review sent twice within a day one is stored; the hash is over everything the person wrote.
alter table reviews add column content_hash text;
create index reviews_by_content on reviews (content_hash, review_date) where content_hash is not null;
create index reviews_by_order on reviews (order_number) where verified_purchase and order_number is not null;

-- Every way to sort and filter the reviews of a product reads as many rows as it shows.
create index reviews_of_product_lowest on reviews (product_id, rating, review_date desc, id) where is_published;
create index reviews_of_product_highest on reviews (product_id, rating desc, review_date desc, id) where is_published;
create index reviews_of_brand on reviews (review_date desc, id) where is_published and product_id is null;

-- Published reviews per day, so that page 1,000 is found by adding up days instead of walking past 12,000 rows.
-- A list is a product's id, 'brand', or '*' for all.
create table review_days (
  list text not null,
  day date not null,
  review_count integer not null default 0 check (review_count >= 0),
  primary key (list, day)
);

-- What became of all that was received: 'waiting', 'published' or a reason. Public, so that withholding shows.
create table review_ledger (
  state text primary key,
  review_count integer not null default 0 check (review_count >= 0)
);

create function review_state(r reviews) returns text language sql immutable as $$
  select case when r.is_published then 'published' else coalesce(r.withheld_reason, 'waiting') end
$$;

create function review_day(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'UTC')::date
$$;

create type review_change as (product_id text, day date, state text, change integer);

create function count_review_changes(changes review_change[]) returns void language plpgsql as $$
declare
  delta record;
begin
  -- Ordered, so that two transactions take the rows in the same order and cannot deadlock.
  for delta in
    select state, sum(change)::integer as change from unnest(changes) group by state having sum(change) <> 0 order by state
  loop
    insert into review_ledger (state) values (delta.state) on conflict do nothing;
    update review_ledger set review_count = review_count + delta.change where state = delta.state;
  end loop;
  if found then
    perform notify_pages(array['review-ledger']);
  end if;
  for delta in
    select list, day, sum(change)::integer as change
    from unnest(changes) c cross join lateral (values ('*'), (coalesce(c.product_id, 'brand'))) lists (list)
    where state = 'published' group by list, day having sum(change) <> 0 order by list, day
  loop
    insert into review_days (list, day) values (delta.list, delta.day) on conflict do nothing;
    update review_days set review_count = review_count + delta.change where list = delta.list and day = delta.day;
  end loop;
end $$;

create function reviews_inserted_counts() returns trigger language plpgsql as $$
begin
  perform count_review_changes((
    select array_agg((product_id, day, state, change)::review_change)
    from (select product_id, review_day(review_date) as day, review_state(n) as state, count(*) as change
          from new_rows n group by 1, 2, 3) c));
  return null;
end $$;

create function reviews_deleted_counts() returns trigger language plpgsql as $$
begin
  perform count_review_changes((
    select array_agg((product_id, day, state, -change)::review_change)
    from (select product_id, review_day(review_date) as day, review_state(o) as state, count(*) as change
          from old_rows o group by 1, 2, 3) c));
  return null;
end $$;

create function reviews_updated_counts() returns trigger language plpgsql as $$
begin
  perform count_review_changes((
    select array_agg((product_id, day, state, change)::review_change)
    from (
      select product_id, review_day(review_date) as day, review_state(o) as state, -count(*) as change from old_rows o group by 1, 2, 3
      union all
      select product_id, review_day(review_date), review_state(n), count(*) from new_rows n group by 1, 2, 3
    ) c));
  return null;
end $$;

create trigger reviews_inserted_counts after insert on reviews referencing new table as new_rows
  for each statement execute function reviews_inserted_counts();
create trigger reviews_updated_counts after update on reviews referencing old table as old_rows new table as new_rows
  for each statement execute function reviews_updated_counts();
create trigger reviews_deleted_counts after delete on reviews referencing old table as old_rows
  for each statement execute function reviews_deleted_counts();

select count_review_changes(array_agg((product_id, day, state, change)::review_change))
from (select product_id, review_day(review_date) as day, review_state(r) as state, count(*) as change from reviews r group by 1, 2, 3) c;
