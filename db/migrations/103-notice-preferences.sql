-- What each operator wants to be told of, how, and when not. Without a row the defaults apply.
create table notice_preferences (
  operator_id text primary key references operators on delete cascade,
  -- See src/domain/notices/preferences.ts.
  value jsonb not null
);

-- Browsers that show notifications. One without a session is signed out, and gets none.
create table push_devices (
  id uuid primary key default gen_random_uuid(),
  operator_id text not null references operators on delete cascade,
  session_id text references operator_sessions on delete set null,
  name text not null check (length(name) between 1 and 60),
  -- An address of the browser's push service, and the keys that only the browser can read with.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index push_devices_by_operator on push_devices (operator_id);
create index push_devices_by_session on push_devices (session_id);
