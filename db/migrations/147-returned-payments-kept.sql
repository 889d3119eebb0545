-- A late payment used to be refunded like one that its order took. If the provider refused that, the desk couldn't refund it
-- again. Without its id the payment counts as one that no order has, so reconciliation lists it with a repair.
update payment_attempts a set square_payment_id = null
where state = 'orphan_refunded'
  and exists (select from refunds r where r.attempt_id = a.id and r.state = 'rejected')
  and not exists (select from refunds r where r.attempt_id = a.id and r.state <> 'rejected');
