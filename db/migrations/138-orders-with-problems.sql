-- A package of the order has a problem, as its carrier reports. Kept by the trigger of 139, so that what is open is one
-- small index: whether an order has arrived is not known of its packages.
alter table orders add column has_problem boolean not null default false;
