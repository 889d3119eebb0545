-- A mail that nobody wants any more (its reader unsubscribed before it left) is neither sent nor a failure.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check check (state in ('waiting', 'sent', 'dead', 'cancelled'));

-- Wakes the worker in every process as soon as the cause has committed.
create function notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;

create trigger outbox_wakes_worker after insert on outbox for each statement execute function notify_outbox();

-- A person's live first-order discounts, whatever the code.
create index discount_redemptions_of_person on discount_redemptions (folded_email) where state <> 'released';
create index subscribers_oldest on subscribers (consented_at, id);
