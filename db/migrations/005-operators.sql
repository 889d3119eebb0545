-- The people who run the shop. Shoppers have no accounts.

create table operators (
  id text primary key,
  name text not null,
  email text not null unique check (length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  role text not null default 'read-only' check (role in ('owner', 'staff', 'read-only')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table operator_sessions (
  id text primary key,
  operator_id text not null references operators on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index operator_sessions_by_operator on operator_sessions (operator_id);

-- Who changed what, with the value before and after. Rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator_id text references operators on delete set null,
  -- Kept apart from the reference: the name of the day survives the operator.
  actor text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);

create index audit_log_by_subject on audit_log (subject_kind, subject_id, id desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

-- The operator reference may become null when an operator goes; nothing else may change.
create trigger audit_log_append_only before update of at, actor, action, subject_kind, subject_id, before, after or delete on audit_log
  for each row execute function audit_log_is_append_only();
