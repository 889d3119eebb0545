create table reviews (
  id uuid primary key default gen_random_uuid(),
  -- Null for a testimonial about the brand.
  product_id text references products on delete cascade,
  rating integer not null check (rating between 1 and 5),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 2000),
  reviewer_name text not null check (length(reviewer_name) between 1 and 50),
  reviewer_location text check (length(reviewer_location) <= 50),
  email text check (length(email) <= 100),
  order_number text check (length(order_number) <= 50),
  verified_purchase boolean not null default false,
  source text not null check (source in ('website_form', 'order_link', 'demo')),
  is_published boolean not null default false,
  withheld_reason text check (withheld_reason in ('spam', 'abuse', 'personal_data', 'unrelated', 'not_a_customer', 'duplicate')),
  reply text check (length(reply) <= 2000),
  replied_at timestamptz,
  review_date timestamptz not null default now(),
  decided_at timestamptz,
  last_shown_at timestamptz,
  constraint reviews_published_or_withheld check (not (is_published and withheld_reason is not null))
);

create index reviews_of_product on reviews (product_id, review_date desc, id) where is_published;
create index reviews_newest on reviews (review_date desc, id) where is_published;
create index reviews_least_shown on reviews (last_shown_at nulls first, review_date desc, id) where is_published;
create index reviews_waiting on reviews (review_date, id) where not is_published and withheld_reason is null;

-- Counters, so that a page costs the same with ten reviews as with a million. Only published reviews count.
create table product_ratings (
  product_id text primary key references products on delete cascade,
  review_count integer not null default 0 check (review_count >= 0),
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0),
  constraint product_ratings_add_up check (
    review_count = stars_1 + stars_2 + stars_3 + stars_4 + stars_5
    and rating_sum = stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5
  )
);

-- A review row as the public sees it; last_shown_at is the rotation's own memory and changes nothing on a page.
create function public_review(r reviews) returns text language sql immutable as $$
  select concat_ws(e'\x1f', r.product_id, r.rating, r.title, r.body, r.reviewer_name, r.reviewer_location,
                   r.verified_purchase, r.is_published, r.reply, r.review_date at time zone 'UTC')
$$;

-- How the published reviews of one product (null: the brand) with one rating changed in a statement. A change of 0 is
-- an edited text: nothing to count, but pages to redraw.
create type review_delta as (product_id text, rating integer, change integer);

create function apply_review_deltas(deltas review_delta[]) returns void language plpgsql as $$
declare
  delta review_delta;
begin
  if deltas is null then
    return;
  end if;
  -- Ordered, so that two transactions take the counter rows in the same order and cannot deadlock. A product that is
  -- being deleted takes its counters with it.
  for delta in
    select (d).* from unnest(deltas) d join products on products.id = d.product_id
    where d.change <> 0 order by d.product_id, d.rating
  loop
    insert into product_ratings (product_id) values (delta.product_id) on conflict (product_id) do nothing;
    update product_ratings set
      review_count = review_count + delta.change,
      rating_sum = rating_sum + delta.change * delta.rating,
      stars_1 = stars_1 + case delta.rating when 1 then delta.change else 0 end,
      stars_2 = stars_2 + case delta.rating when 2 then delta.change else 0 end,
      stars_3 = stars_3 + case delta.rating when 3 then delta.change else 0 end,
      stars_4 = stars_4 + case delta.rating when 4 then delta.change else 0 end,
      stars_5 = stars_5 + case delta.rating when 5 then delta.change else 0 end
    where product_id = delta.product_id;
  end loop;
  perform notify_pages((select array_agg(distinct 'reviews:' || coalesce(d.product_id, 'brand')) from unnest(deltas) d) || 'reviews'::text);
end $$;

create function reviews_inserted() returns trigger language plpgsql as $$
begin
  perform apply_review_deltas((
    select array_agg((product_id, rating, change)::review_delta)
    from (select product_id, rating, count(*) as change from new_rows where is_published group by product_id, rating) d));
  return null;
end $$;

create function reviews_deleted() returns trigger language plpgsql as $$
begin
  perform apply_review_deltas((
    select array_agg((product_id, rating, -change)::review_delta)
    from (select product_id, rating, count(*) as change from old_rows where is_published group by product_id, rating) d));
  return null;
end $$;

create function reviews_updated() returns trigger language plpgsql as $$
begin
  perform apply_review_deltas((
    with changed as (
      select o as was, n as now from old_rows o join new_rows n using (id) where public_review(o) is distinct from public_review(n)
    ), deltas as (
      select (was).product_id, (was).rating, -1 as change from changed where (was).is_published
      union all
      select (now).product_id, (now).rating, 1 from changed where (now).is_published
    )
    select array_agg((product_id, rating, change)::review_delta)
    from (select product_id, rating, sum(change) as change from deltas group by product_id, rating) d));
  return null;
end $$;

create trigger reviews_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function reviews_inserted();
create trigger reviews_updated after update on reviews referencing old table as old_rows new table as new_rows
  for each statement execute function reviews_updated();
create trigger reviews_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function reviews_deleted();
