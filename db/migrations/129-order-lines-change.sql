alter table order_lines
  -- How many were exchanged for others before the order shipped: no part of it anymore.
  add column exchanged integer not null default 0,
  -- When it was added to the order; null if the order was bought with it.
  add column added_at timestamptz,
  add constraint order_lines_exchanged_check check (exchanged >= 0 and exchanged + refunded <= quantity) not valid;
