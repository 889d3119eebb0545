-- The order exists before the money moves: order and attempt rows are committed first, then one charge goes out under
-- the stored key. States only ever move forward; the partial unique indexes below make a second charge impossible to record.

create table discount_codes (
  -- Case-sensitive, compared byte by byte.
  code text collate "C" primary key check (length(code) between 4 and 40),
  kind text not null check (kind in ('percent', 'amount')),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents > 0),
  minimum_subtotal_cents integer not null default 0 check (minimum_subtotal_cents >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Null means without limit.
  total_limit integer check (total_limit > 0),
  person_limit integer check (person_limit > 0),
  first_order_only boolean not null default false,
  -- A signup code works for the address that asked for it and nobody else; folded as in src/domain.
  folded_email text,
  -- Reserved and consumed uses together; a conditional update on this column decides every race.
  used_count integer not null default 0 check (used_count >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint discount_codes_value check ((kind = 'percent') = (percent is not null) and (kind = 'amount') = (amount_cents is not null)),
  constraint discount_codes_never_overused check (total_limit is null or used_count <= total_limit),
  constraint discount_codes_period check (starts_at is null or ends_at is null or starts_at < ends_at)
);

create table subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  -- For comparison only: case, and the dots and tags that some providers ignore, folded away.
  folded_email text not null unique,
  discount_code text collate "C" not null unique references discount_codes on update cascade,
  source text not null check (source in ('home', 'footer', 'checkout', 'import')),
  consented_at timestamptz not null default now(),
  unsubscribed_at timestamptz,
  unsubscribe_token text not null unique
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^BLM-[2-9A-HJKMNP-TW-Z]{8}-[2-9A-HJKMNP-TW-Z]{4}$'),
  -- Made when the dialog opens; a repeat joins the first attempt.
  checkout_key text not null unique check (length(checkout_key) between 8 and 64),
  request_hash text not null,
  state text not null default 'pending_payment'
    check (state in ('pending_payment', 'paid', 'packed', 'shipped', 'payment_failed', 'cancelled', 'partially_refunded', 'refunded')),
  email text not null check (length(email) <= 254),
  folded_email text not null,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  phone text check (length(phone) <= 20),
  line1 text not null check (length(line1) between 1 and 100),
  line2 text check (length(line2) <= 100),
  city text not null check (length(city) between 1 and 100),
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  zip text not null check (zip ~ '^[0-9]{5}(-[0-9]{4})?$'),
  country text not null default 'US' check (country = 'US'),
  subtotal_cents integer not null check (subtotal_cents > 0),
  discount_cents integer not null check (discount_cents between 0 and subtotal_cents),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  -- The rate of the day, kept with the order: 715 is 7.15 %.
  tax_basis_points integer not null check (tax_basis_points >= 0),
  total_cents integer not null check (total_cents >= 0),
  discount_code text collate "C" references discount_codes on update cascade,
  is_demo boolean not null default false,
  tracking_carrier text,
  tracking_number text,
  note text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  packed_at timestamptz,
  shipped_at timestamptz,
  cancelled_at timestamptz,
  constraint orders_total_adds_up check (total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents)
);

create index orders_newest on orders (created_at desc, id);
create index orders_by_state on orders (state, created_at desc, id);
create index orders_by_person on orders (folded_email, created_at desc);

create table order_lines (
  order_id uuid not null references orders on delete cascade,
  position integer not null check (position > 0),
  -- The name and price of the day; the product itself may change or go.
  product_id text not null references products,
  name text not null,
  size text check (size in ('1oz', '2oz', '4oz')),
  price_cents integer not null check (price_cents > 0),
  quantity integer not null check (quantity between 1 and 99),
  primary key (order_id, position),
  unique nulls not distinct (order_id, product_id, size)
);

create index order_lines_by_product on order_lines (product_id);

create table discount_redemptions (
  order_id uuid primary key references orders on delete cascade,
  code text collate "C" not null references discount_codes on update cascade,
  folded_email text not null,
  state text not null default 'reserved' check (state in ('reserved', 'consumed', 'released')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index discount_redemptions_by_person on discount_redemptions (code, folded_email) where state <> 'released';

create table payment_attempts (
  -- Also the provider's idempotency key: random and stored, never derived.
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  attempt_no integer not null check (attempt_no > 0),
  state text not null default 'sending'
    check (state in ('sending', 'succeeded', 'declined', 'not_sent', 'unknown', 'abandoned', 'orphan_refunded')),
  -- A hash, never the token itself.
  source_hash text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  square_payment_id text unique,
  card_brand text,
  card_last_4 text check (card_last_4 ~ '^[0-9]{4}$'),
  http_status integer,
  error_category text,
  error_code text,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  unique (order_id, attempt_no)
);

-- Never two charges for one order: while one is open or taken, no other row can exist.
create unique index payment_attempts_one_live on payment_attempts (order_id) where state in ('sending', 'unknown', 'succeeded');
create index payment_attempts_open on payment_attempts (lease_until) where state in ('sending', 'unknown');

create table refunds (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  state text not null default 'sending' check (state in ('sending', 'pending', 'completed', 'rejected', 'unknown')),
  square_refund_id text unique,
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);

create index refunds_by_attempt on refunds (attempt_id);

create table webhook_events (
  event_id text primary key,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);

create index webhook_events_waiting on webhook_events (received_at) where processed_at is null;
