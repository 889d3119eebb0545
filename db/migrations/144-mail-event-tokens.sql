-- Mailgun's signature covers a time and a token, not the event: whoever has seen one could send any event with it.
create table mail_event_tokens (
  token text primary key check (length(token) between 1 and 200),
  taken_at timestamptz not null default now()
);

create index mail_event_tokens_by_age on mail_event_tokens (taken_at);
