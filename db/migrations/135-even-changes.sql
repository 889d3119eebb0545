-- Items that are exchanged so that nothing is to pay, but its parts change: stored like a request that was paid.
alter table balance_requests
  drop constraint balance_requests_amount_cents_check,
  add constraint balance_requests_amount_cents_check
    check (amount_cents > 0 or (amount_cents = 0 and state = 'paid' and tax_move_id is null)) not valid;
