-- What the caches of a content delivery network still have to drop. Written by the transaction that makes the change, so
-- that it is there if and only if the change is. Only where a shop has said that such a network is in front of it.
create table cdn_purges (
  id bigint generated always as identity primary key,
  -- What every process notices by its own clock is written by the first of them.
  cause text unique,
  tags text not null,
  is_repeat boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  last_error text
);

create index cdn_purges_due on cdn_purges (next_attempt_at);

create or replace function notify_processes(channel text, payload text) returns void language plpgsql as $$
begin
  insert into process_notes (channel, payload) values ($1, coalesce($2, '')) on conflict do nothing;
  perform pg_notify('process_notes', '');
  -- For the built-in database and for the release before, which listen to each channel.
  perform pg_notify($1, $2);
  if $1 = 'page_tags' and exists (select from settings s where s.key = 'cdn') then
    insert into cdn_purges (tags) values ($2);
    perform notify_processes('cdn_purges', '');
  end if;
end $$;
