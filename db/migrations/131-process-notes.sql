-- What the processes are told, kept for a while: a notification that was lost is found here by whoever missed it.
-- Unlogged, because it is worth nothing after a crash: then every process has lost its connection, and starts afresh.
create unlogged table process_notes (
  -- The order of commits is not the order of any number drawn before, so a reader compares snapshots.
  xid xid8 not null default pg_current_xact_id(),
  channel text not null,
  payload text not null,
  needed_until timestamptz not null default clock_timestamp() + interval '10 minutes'
);

create unique index process_notes_once on process_notes (xid, channel, hashtextextended(payload, 0));
create index process_notes_unneeded on process_notes (needed_until);

-- Equal notes of one transaction are one.
create function notify_processes(channel text, payload text) returns void language plpgsql as $$
begin
  insert into process_notes (channel, payload) values ($1, coalesce($2, '')) on conflict do nothing;
  perform pg_notify('process_notes', '');
  -- For the built-in database and for the release before, which listen to each channel.
  perform pg_notify($1, $2);
end $$;

create or replace function notify_pages(tags text[]) returns void language plpgsql as $$
begin
  -- A payload is limited to 8000 bytes; a bulk change says so with one tag instead of a thousand.
  perform notify_processes(
    'page_tags', case when cardinality(tags) > 50 then 'everything' else array_to_string(tags, ',') end);
end $$;

create or replace function notify_outbox() returns trigger language plpgsql as $$
begin
  perform notify_processes('outbox', '');
  return null;
end $$;

create or replace function notify_payments() returns trigger language plpgsql as $$
begin
  perform notify_processes('payments', '');
  return null;
end $$;

create or replace function desk_changed() returns trigger language plpgsql as $$
begin
  perform notify_processes('desk_changed', tg_argv[0]);
  return null;
end $$;

create or replace function picture_uploaded() returns trigger language plpgsql as $$
begin
  perform notify_processes('picture_uploads', '');
  return null;
end $$;

create or replace function notify_notices() returns trigger language plpgsql as $$
begin
  perform notify_processes(tg_table_name::text, '');
  return null;
end $$;
