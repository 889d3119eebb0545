-- Token buckets of the throttles, shared by all processes. Unlogged: after a crash of the database they start full.
create unlogged table throttle_buckets (
  -- A keyed hash of what is limited and whom it is limited for.
  key text primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  -- How long the last caller has to wait; 0 when it got a token.
  wait_ms double precision not null,
  -- From then on the bucket is full, which is the same as no bucket.
  expires_at timestamptz not null
);

create index throttle_buckets_by_end on throttle_buckets (expires_at);
