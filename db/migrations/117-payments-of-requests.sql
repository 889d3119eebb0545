-- The request that a charge pays; null for the charge of the order itself, which stays the first.
alter table payment_attempts add column request_id uuid references balance_requests;

-- The charge that came of a try, if it pays a request.
alter table payment_tries add column attempt_id uuid unique;
