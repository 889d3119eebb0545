-- without transaction
-- Never two live charges of an order, nor of a request.
drop index concurrently if exists payment_attempts_live_of_order;
create unique index concurrently payment_attempts_live_of_order on payment_attempts (order_id)
  where request_id is null and state in ('sending', 'unknown', 'succeeded');
drop index concurrently if exists payment_attempts_live_of_request;
create unique index concurrently payment_attempts_live_of_request on payment_attempts (request_id)
  where request_id is not null and state in ('sending', 'unknown', 'succeeded');
drop index concurrently if exists payment_attempts_one_live;
