-- Names as they are compared: without accents, apostrophes, hyphens and case, so that "sean obrien" finds "Séan O’Brien".
-- It uses built-in functions alone, because indexes are made and analyzed without a search path.
create function search_key(value text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f''’‘`ʼ.]', '', 'g')),
      'øØłŁđĐðÐıÞÆŒ-', 'oollddddiþæœ '),
    'þ', 'th'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

-- When the order was placed, so that an index can list the orders of a product by age. Both rows are written in one
-- transaction, and now() is the time of the transaction.
alter table order_lines add column ordered_at timestamptz;
alter table order_lines alter column ordered_at set default now();
