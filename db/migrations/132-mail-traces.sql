-- Where traces are collected, an email belongs to the trace of what caused it.
alter table outbox add column traceparent text;
