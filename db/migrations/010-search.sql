-- Search is the database's work: full text with weights, and for words that nobody spells so, the nearest one we know.

create extension if not exists pg_trgm;

-- Accents off, so that "creme" finds "crème" and the other way round.
create function plain_text(value text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

create function product_search(name text, category text, key_ingredients text, benefits text[], short_description text, description text)
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', plain_text(name)), 'A')
      || setweight(to_tsvector('english', plain_text(category || ' ' || key_ingredients)), 'B')
      || setweight(to_tsvector('english', plain_text(array_to_string(benefits, ' '))), 'C')
      || setweight(to_tsvector('english', plain_text(short_description || ' ' || description)), 'D')
$$;

-- array_to_string is only stable, because elements of any type may print differently; texts always print the same.
alter table products add column search tsvector not null
  generated always as (product_search(name, category, key_ingredients, benefits, short_description, description)) stored;

create index products_search on products using gin (search);

-- The words of names, categories and ingredients. A misspelt word of a search is replaced by its nearest neighbour here;
-- the table grows with the language of the shop, not with the number of products.
create table search_words (word text primary key);

create index search_words_nearest on search_words using gin (word gin_trgm_ops);

create function learn_words(value text) returns void language sql as $$
  insert into search_words
  select distinct word from regexp_split_to_table(plain_text(value), '[^a-z]+') word where length(word) > 3
  on conflict do nothing
$$;

create function learn_product_words() returns trigger language plpgsql as $$
begin
  perform learn_words((select string_agg(concat_ws(' ', name, category, key_ingredients), ' ') from new_rows));
  return null;
end $$;

create trigger products_inserted_words after insert on products referencing new table as new_rows
  for each statement execute function learn_product_words();
create trigger products_updated_words after update on products referencing new table as new_rows
  for each statement execute function learn_product_words();

select learn_words(string_agg(concat_ws(' ', name, category, key_ingredients), ' ')) from products;
