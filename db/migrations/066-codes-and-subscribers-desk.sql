-- Codes the owner made, apart from the one that every subscriber gets: those name nobody here.
alter table discount_codes add column created_by text;

create index discount_codes_made_at_desk on discount_codes (created_at desc, code) where created_by is not null;
create index orders_by_code on orders (discount_code) where discount_code is not null;

create index subscribers_newest on subscribers (consented_at desc, id);
create index subscribers_by_email_part on subscribers using gin (email gin_trgm_ops);
