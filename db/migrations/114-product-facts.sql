-- What shoppers choose an oil by. Whether it is free of nuts or vegan follows from its ingredients instead.
alter table products add column skin_types text[] not null default '{}';
alter table products add column concerns text[] not null default '{}';
alter table products add column scents text[] not null default '{}';
alter table products add column scent text not null default '';
alter table products add column texture text not null default '';
alter table products add column absorbs_in text not null default '';
alter table products add column when_to_use text not null default '';
alter table products add column search_words text not null default '';

-- Nothing is assumed of an ingredient whose origin isn't given.
alter table ingredients add column origin text[] not null default '{}';
