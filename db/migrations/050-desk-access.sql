-- How operators prove who they are, besides 005's operators and sessions. Whatever opens a door is stored as a hash.

create unique index operators_by_email on operators (lower(email));

-- operator_sessions.token holds the SHA-256 of what the cookie carries.
alter table operator_sessions add column method text not null default 'password' check (method in ('password', 'passkey', 'link'));

create table operator_passwords (
  operator_id text primary key references operators on delete cascade,
  -- scrypt$N$r$p$salt$key
  hash text not null,
  changed_at timestamptz not null default now()
);

create table operator_passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  name text not null check (length(name) between 1 and 100),
  public_key text not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- What a browser must sign to use or make a passkey; each is answered once.
create table passkey_challenges (
  challenge text primary key,
  -- Null: somebody who has not said who they are.
  operator_id text references operators on delete cascade,
  expires_at timestamptz not null
);

create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- One-time links from the command line or the owner.
create table operator_links (
  token_hash text primary key,
  operator_id text not null references operators on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index operator_links_by_operator on operator_links (operator_id);

-- Wrong passwords by network address and e-mail together: nobody can lock out a person whose address they do not share.
create table sign_in_failures (
  key text primary key,
  failures integer not null check (failures > 0),
  last_at timestamptz not null
);

create index sign_in_failures_by_age on sign_in_failures (last_at);

-- The owner's switches; a missing row means the default.
create table settings (
  key text primary key check (length(key) between 1 and 100),
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create index audit_log_by_actor on audit_log (lower(actor), id desc);
create index audit_log_by_action on audit_log (action text_pattern_ops, id desc);
create index audit_log_by_time on audit_log (at, id);
