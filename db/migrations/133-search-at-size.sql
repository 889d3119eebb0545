-- How often a word is used is known only for the commonest ones, and with fewer than a hundred of them the planner takes
-- any word for one that a fiftieth of all products has: it reads them all to find that none does.
alter table products alter column search set statistics 500;

-- Among more products than are ranked, those that are named so come first.
create index products_named on products using gin (to_tsvector('english', plain_text(name)));
