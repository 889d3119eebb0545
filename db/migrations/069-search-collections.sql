-- Oils are also found by the name of the page they stand on. The lists are those of spec 7; a test holds them against
-- src/domain/catalog.ts.

create function collection_words(name text, category text) returns text language sql immutable parallel safe as $$
  select concat_ws(' ',
    case
      when category in ('Radiance', 'Renewal', 'Blemish Control', 'Firming', 'Anti-Aging', 'Brightening') then 'facial serums face'
      when category in ('Body Care', 'Body & Hair', 'Head-to-Toe Care', 'Intimate Care') then 'body & hair'
    end,
    case when name in ('Bloomera Hair + Skin Restore', 'SOS Serum Blemish Blend', 'Barrier Rescue Oil') then 'focus care' end)
$$;

create or replace function product_search(name text, category text, key_ingredients text, benefits text[], short_description text, description text)
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', plain_text(name)), 'A')
      || setweight(to_tsvector('english', plain_text(category || ' ' || key_ingredients)), 'B')
      || setweight(to_tsvector('english', plain_text(array_to_string(benefits, ' ') || ' ' || collection_words(name, category))), 'C')
      || setweight(to_tsvector('english', plain_text(short_description || ' ' || description)), 'D')
$$;

-- A stored column is only computed anew by being made anew.
alter table products drop column search;
alter table products add column search tsvector not null
  generated always as (product_search(name, category, key_ingredients, benefits, short_description, description)) stored;
create index products_search on products using gin (search);

select learn_words('facial serums focus care body hair');
