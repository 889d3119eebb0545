-- What the retention job looks for, so that each run reads only what it removes. The names of periodic jobs are new.
create index outbox_to_purge on outbox (state, created_at)
  where state in ('sent', 'cancelled', 'dead') and recipient <> 'forgotten@invalid';
create index webhook_events_settled on webhook_events (processed_at) where state in ('done', 'closed');
delete from periodic_jobs;
