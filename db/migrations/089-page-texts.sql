-- What the owner has changed in the texts of a page or an email, in versions. A version without a date is the draft; one
-- with a date to come is published at that moment.
create table text_versions (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page ~ '^[a-z]+(-[a-z]+)*$' and length(page) <= 60),
  -- Changed places only, by section and slot.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- Null if it was put back from the log.
  author text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  published_at timestamptz
);

create unique index text_versions_draft on text_versions (page) where published_at is null;
create index text_versions_published on text_versions (page, published_at desc) where published_at is not null;

-- Every process holds a copy of what is published. A draft concerns none of them.
create function texts_changed() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'DELETE' and new.published_at is not null) or (tg_op <> 'INSERT' and old.published_at is not null) then
    perform notify_pages(array['texts']);
  end if;
  return null;
end $$;

create trigger texts_changed after insert or update or delete on text_versions
  for each row execute function texts_changed();
