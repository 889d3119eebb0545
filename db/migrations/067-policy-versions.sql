-- Whose words a version is; null for the drafts the shop was shipped with.
alter table policies add column author text;
alter table policies add column changed_at timestamptz not null default now();

create index policies_versions on policies (slug, created_at desc);
