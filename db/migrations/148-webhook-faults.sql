-- How many of an event's attempts failed through our own fault, which is given up sooner than a provider that's away.
alter table webhook_events add column faults integer not null default 0;
