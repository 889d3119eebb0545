-- What the owner writes about a customer: a note, and tags to find people by.
create table customer_notes (
  folded_email text primary key,
  note text not null check (length(note) <= 2000),
  tags text[] not null check (cardinality(tags) <= 10),
  updated_at timestamptz not null default now(),
  check (note <> '' or cardinality(tags) > 0)
);
create index customer_notes_by_tag on customer_notes using gin (tags);
