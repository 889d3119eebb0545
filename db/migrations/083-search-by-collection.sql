-- A product is found by the words of its collections, whatever the owner calls them. Triggers keep the words: a
-- generated column can't look into other tables.
alter table products add column collection_words text not null default '';

create function product_search(name text, category text, key_ingredients text, benefits text[], short_description text, description text, collection_words text)
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', plain_text(name)), 'A')
      || setweight(to_tsvector('english', plain_text(category || ' ' || key_ingredients)), 'B')
      || setweight(to_tsvector('english', plain_text(array_to_string(benefits, ' ') || ' ' || collection_words)), 'C')
      || setweight(to_tsvector('english', plain_text(short_description || ' ' || description)), 'D')
$$;

-- The versions of a deploy only read the column; it is computed again by being made again.
alter table products drop column search;
alter table products add column search tsvector not null
  generated always as (product_search(name, category, key_ingredients, benefits, short_description, description, collection_words)) stored;
create index products_search on products using gin (search);

drop function product_search(text, text, text, text[], text, text);
drop function collection_words(text, text);

-- A hidden collection's words find nothing.
create function write_collection_words() returns void language sql as $$
  update products p set collection_words = found.words
  from (
    select all_products.id, coalesce(string_agg(concat_ws(' ', c.name, c.search_words), ' ' order by c.position, c.name), '') as words
    from products all_products
    left join collection_products m on m.product_id = all_products.id
    left join collections c on c.id = m.collection_id and c.is_visible
    group by all_products.id
  ) found
  where found.id = p.id and p.collection_words <> found.words
$$;

create function collection_words_changed() returns trigger language plpgsql as $$
begin
  perform write_collection_words();
  return null;
end $$;

create function learn_collection_words() returns trigger language plpgsql as $$
begin
  perform learn_words(concat_ws(' ', new.name, new.search_words));
  return null;
end $$;

create trigger collections_changed_words after update or delete on collections
  for each statement execute function collection_words_changed();
create trigger collection_products_changed_words after insert or update or delete on collection_products
  for each statement execute function collection_words_changed();
create trigger collections_learned after insert or update on collections
  for each row execute function learn_collection_words();

select write_collection_words();
