-- What follows from the ingredients of a product: that they are listed, the groups they have (has:nuts), that it is vegan.
-- Triggers keep both columns: a generated column can't look into other tables.
alter table products add column blend_facets text[] not null default '{}';
alter table products add column blend_words text not null default '';

create function product_facets(skin_types text[], concerns text[], scents text[], blend_facets text[])
returns text[] language sql immutable parallel safe as $$
  select array(
    select 'skin:' || type from unnest(skin_types) type
    union all select 'concern:' || concern from unnest(concerns) concern
    union all select 'scent:' || scent from unnest(scents) scent
      where scent <> 'unscented' or 'has:essential-oils' <> all (blend_facets)
    union all select facet from unnest(blend_facets) facet)
$$;

-- Facts are searched as words that no text has: fxskinsensitive.
create function facet_words(facets text[]) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg('fx' || regexp_replace(facet, '[^a-z]', '', 'g'), ' '), '') from unnest(facets) facet
$$;

create function product_search(name text, category text, key_ingredients text, benefits text[], short_description text, description text, collection_words text, search_words text, fact_lines text, facets text[])
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', plain_text(name)), 'A')
      || setweight(to_tsvector('simple', facet_words(facets)), 'B')
      || setweight(to_tsvector('english', plain_text(category || ' ' || key_ingredients || ' ' || search_words)), 'B')
      || setweight(to_tsvector('english', plain_text(array_to_string(benefits, ' ') || ' ' || collection_words)), 'C')
      || setweight(to_tsvector('english', plain_text(short_description || ' ' || description || ' ' || fact_lines)), 'D')
$$;

-- The versions of a deploy only read the column; it is computed again by being made again.
alter table products drop column search;
alter table products
  add column facets text[] not null
    generated always as (product_facets(skin_types, concerns, scents, blend_facets)) stored,
  add column contents tsvector not null
    generated always as (to_tsvector('english', plain_text(blend_words || ' ' || inci))) stored,
  add column search tsvector not null
    generated always as (product_search(name, category, key_ingredients, benefits, short_description, description, collection_words, search_words,
      scent || ' ' || texture || ' ' || absorbs_in || ' ' || when_to_use, product_facets(skin_types, concerns, scents, blend_facets))) stored;
create index products_search on products using gin (search);
create index products_facets on products using gin (facets);
create index products_by_name on products ((plain_text(name) collate "C"), name) where is_active;
create index offered_prices_by_price on offered_prices (price_cents, product_id) where offered_until is null;
drop function product_search(text, text, text, text[], text, text, text);

create function write_blend_facts(changed text[]) returns void language sql as $$
  update products p set blend_facets = found.facets, blend_words = found.words
  from (
    select changed_products.id, coalesce(blend.facets, '{}') as facets, coalesce(blend.words, '') as words
    from products changed_products
    left join lateral (
      select array['listed']
          || array(
            select distinct 'has:' || one from product_ingredients own join ingredients on slug = own.ingredient_slug, unnest(groups) one
            where own.product_id = changed_products.id order by 1)
          || case when bool_and('plants' = any (i.origin)) then array['vegan'] else '{}' end as facets,
        string_agg(i.name || ' ' || i.inci, ' ' order by m.position) as words
      from product_ingredients m join ingredients i on i.slug = m.ingredient_slug
      where m.product_id = changed_products.id
      having count(*) > 0
    ) blend on true
    where changed_products.id = any (changed)
  ) found
  where found.id = p.id and (p.blend_facets, p.blend_words) is distinct from (found.facets, found.words)
$$;

create function product_blend_changed() returns trigger language plpgsql as $$
begin
  perform write_blend_facts((select array_agg(distinct product_id) from changed_rows));
  return null;
end $$;

create trigger product_blend_inserted after insert on product_ingredients referencing new table as changed_rows
  for each statement execute function product_blend_changed();
create trigger product_blend_updated after update on product_ingredients referencing new table as changed_rows
  for each statement execute function product_blend_changed();
create trigger product_blend_deleted after delete on product_ingredients referencing old table as changed_rows
  for each statement execute function product_blend_changed();

create function ingredient_facts_changed() returns trigger language plpgsql as $$
begin
  perform write_blend_facts((select array_agg(product_id) from product_ingredients where ingredient_slug = new.slug));
  return null;
end $$;

create trigger ingredient_facts_changed after update of name, inci, groups, origin on ingredients
  for each row execute function ingredient_facts_changed();

select write_blend_facts((select array_agg(id) from products));

-- The words that shoppers may also type are spelled right, too.
create or replace function learn_product_words() returns trigger language plpgsql as $$
begin
  perform learn_words((select string_agg(concat_ws(' ', name, category, key_ingredients, search_words), ' ') from new_rows));
  return null;
end $$;
