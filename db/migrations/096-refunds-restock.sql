-- Whether the items go back in stock once the order is refunded in full. A default that is a constant rewrites nothing.
alter table refunds add column restocks boolean not null default false;
