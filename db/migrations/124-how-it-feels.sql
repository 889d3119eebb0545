-- How an oil feels right after, ten minutes and an hour later, in the owner's words.
alter table products add column feel text[] not null default '{}';
