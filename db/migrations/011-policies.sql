-- The owner's policies, in versions: a draft is published by the owner, never by the shop itself.
create table policies (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug in ('privacy-policy', 'terms-of-service', 'shipping-returns')),
  body_markdown text not null check (length(body_markdown) between 1 and 100000),
  created_at timestamptz not null default now(),
  published_at timestamptz
);

create index policies_published on policies (slug, published_at desc) where published_at is not null;

create function policies_changed() returns trigger language plpgsql as $$
begin
  perform notify_pages(array['policies']);
  return null;
end $$;

create trigger policies_changed after insert or update or delete on policies
  for each statement execute function policies_changed();
