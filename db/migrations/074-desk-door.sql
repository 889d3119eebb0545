-- Remembered browsers, recovery codes, passkey-only accounts, and recent confirmation for sensitive actions.

alter table operators add column requires_passkey boolean not null default false;

-- A browser that an operator has signed in from. The cookie holds a random token; only its SHA-256 is stored.
create table operator_devices (
  id text primary key,
  operator_id text not null references operators on delete cascade,
  token_hash text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  used_at timestamptz not null,
  unique (operator_id, token_hash)
);

alter table operator_sessions
  drop constraint operator_sessions_method_check,
  add constraint operator_sessions_method_check check (method in ('password', 'passkey', 'link', 'email-link', 'recovery')),
  -- When the operator last proved who they are, and until when that counts for sensitive actions.
  add column confirmed_at timestamptz not null default now(),
  add column fresh_until timestamptz not null default now();

-- Printed once, used once. SHA-256 is enough: a code has 80 random bits.
create table operator_recovery_codes (
  operator_id text not null references operators on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

-- 'handed': from an owner or the command line, and enough to sign in. 'emailed': may also need a recovery code.
alter table operator_links add column kind text not null default 'handed' check (kind in ('handed', 'emailed'));
