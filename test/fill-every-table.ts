import type { Database } from '#server/platform/db/database.ts'

/** Quotes, line breaks, escapes, other scripts, and text that looks like a value or a tag. */
const NASTY = String.raw`E'O''Hara "the \\ one"\r\n\ttab, {braces} NULL \\N \\x41 <b>é😀\u200B漢字</b>'`
const EVERY_BYTE = `decode((select string_agg(lpad(to_hex(i), 2, '0'), '' order by i) from generate_series(0, 255) i), 'hex')`

/** Rows for every table that seeding leaves empty, with values that are hard to round-trip. */
export const FILL = `
  insert into discount_codes (code, kind, percent, amount_cents, total_limit, used_count, starts_at) values
    ('Ünï-CODE', 'percent', 10, null, 5, 2, '2026-01-01 00:00:00.000001+00'), ('AMNT', 'amount', null, 500, null, 0, null);
  insert into subscribers (email, folded_email, discount_code, source, unsubscribe_token, unsubscribed_at)
    values ('A.B+c@example.com', 'ab@example.com', 'Ünï-CODE', 'home', 'token', null);
  insert into orders (id, number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
      state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, note,
      discount_code, created_at, paid_at)
    select gen_random_uuid(), 'BLM-2345' || translate(lpad(i::text, 4, '0'), '01', 'AB') || '-ABCD', 'checkout-' || i, 'hash', 'paid',
      'dana@example.com', 'dana@example.com', 'Dana', ${NASTY}, '1 Main St', 'Provo', 'UT', '84601', 5800, 0, 999, 415, 715, 7214,
      ${NASTY}, 'Ünï-CODE', timestamptz '2026-11-01 06:59:59.999999+00' + i * interval '1 hour 1 microsecond', now()
    from generate_series(1, 1200) i;
  insert into order_lines (order_id, position, product_id, name, size, price_cents, quantity, reserved)
    select id, 1, 'pure-bloom', ${NASTY}, null, 2900, 2, 1 from orders;
  insert into discount_redemptions (order_id, code, folded_email, state)
    select id, 'Ünï-CODE', folded_email, 'consumed' from orders limit 3;
  insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until)
    select gen_random_uuid(), id, 1, 'succeeded', 'source ' || number, 7214, 'pay ' || number, '-infinity' from orders;
  insert into refunds (id, attempt_id, amount_cents, reason, state)
    select gen_random_uuid(), id, 100, ${NASTY}, 'completed' from payment_attempts limit 50;
  insert into order_tax_moves (id, order_id, number, from_state, to_state, from_basis_points, to_basis_points, goods_cents, discount_cents,
      shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
    select gen_random_uuid(), id, 1, 'UT', 'NY', 715, 0, 100, 0, 0, 7, 0, 0 from orders limit 2;
  insert into balance_requests (order_id, tax_move_id, amount_cents, state, expires_at, ended_at)
    select order_id, id, 100, 'paid', '2026-11-08 00:00:00.000001+00', now() from order_tax_moves;
  insert into balance_lines (request_id, number, product_id, name, size, price_cents, quantity)
    select id, 1, 'pure-bloom', ${NASTY}, '1oz', 2500, 1 from balance_requests;
  insert into refund_lines (refund_id, position, quantity) select id, 0, 1 from refunds limit 2;
  insert into shipments (order_id, carrier, tracking_number, shipped_at) select id, ${NASTY}, '1Z', now() from orders limit 3;
  insert into carrier_accounts (provider, sealed_key, key_end, is_test) values ('easypost', 'sealed', 'abcd', true);
  insert into shipping_labels (id, order_id, state, carrier, service, max_cents, cost_cents, parcel, address_hash, provider_id,
      tracking_number, image, actor)
    select gen_random_uuid(), id, 'bought', ${NASTY}, 'Ground', 500, 463, '{"weightOz": 7.5}', 'hash', 'shp_' || number, '1Z', '\\x89504e47'::bytea, 'ana'
    from orders limit 2;
  insert into shipment_lines (shipment_id, position, quantity) select id, 1, 1 from shipments;
  insert into returns (order_id, state, reason, words, received_at) select id, 'received', 'other', ${NASTY}, now() from orders limit 2;
  insert into return_lines (return_id, position, quantity, condition) select id, 1, 1, 'opened' from returns;
  insert into payment_tries (id, checkout_key, order_id, client_hash, network_hash, lane)
    select gen_random_uuid(), checkout_key, id, 'c', 'n', 'free' from orders limit 2;
  insert into stray_refunds (id, square_payment_id, amount_cents, reason) values (gen_random_uuid(), 'stray', 1, 'x');
  insert into webhook_events (event_id, type, body) values ('event', 'payment.updated', '{"data": {"id": "1", "big": 12345678901234567890.10}}');
  insert into outbox (cause, template, recipient, payload) values ('cause', 'none', 'dana@example.com', jsonb_build_object('text', ${NASTY}));
  insert into alerts (kind, subject, detail) values ('disk-full', 'database', ${NASTY});
  insert into settings (key, value, changed_at) values ('json null', 'null', now()), ('json text', '"null"', '0044-03-15 BC'), ('nested', '{"a": [1, 2.50, null]}', 'infinity');
  insert into operators (id, name, email, role) values ('op1', ${NASTY}, 'owner@example.com', 'owner'), ('op2', 'Gone', 'gone@example.com', 'staff');
  insert into operator_passwords (operator_id, hash) values ('op1', 'scrypt$1$1$1$salt$key');
  insert into operator_passkeys (id, operator_id, name, public_key, counter, transports)
    values ('passkey', 'op1', 'Phone', 'pk', 9007199254740993, array['usb', null, 'a "b", c', '']);
  insert into operator_devices (id, operator_id, token_hash, created_at, used_at) values ('device', 'op1', 'hash', now(), now());
  insert into operator_recovery_codes (operator_id, code_hash, created_at) values ('op1', 'hash', now());
  insert into operator_sessions (id, operator_id, token, expires_at) values ('session', 'op1', 'token', now() + interval '1 day');
  insert into notice_preferences (operator_id, value) values ('op1', '{"quiet": null}');
  insert into push_devices (id, operator_id, session_id, name, endpoint, p256dh, auth)
    values ('6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c12', 'op1', 'session', 'Phone', 'https://push.example/1', 'key', 'auth');
  insert into notices (id, kind, cause, facts) values ('6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c13', 'test', 'cause', '{"kind": "test"}');
  insert into notice_deliveries (notice_id, operator_id, device_id)
    values ('6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c13', 'op1', '6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c12');
  insert into low_stock_notices (product_id, size) values ('pure-bloom', '1oz');
  insert into operator_links (token_hash, operator_id, expires_at) values ('link', 'op1', now() + interval '1 day');
  insert into passkey_challenges (challenge, expires_at) values ('challenge', now() + interval '1 day');
  insert into sign_in_failures (key, failures, last_at) values ('key', 1, now());
  insert into cdn_purges (tags) values ('test');
  insert into process_notes (channel, payload) values ('test', 'note');
  insert into throttle_buckets values ('key', 'NaN', now(), 0, now());
  insert into audit_log (operator_id, actor, action, subject_kind, subject_id, before, after)
    select case when i % 2 = 0 then 'op2' end, 'Ana', 'test.' || i, 'order', '1', 'null', jsonb_build_object('i', i, 'text', ${NASTY})
    from generate_series(1, 700) i;
  delete from operators where id = 'op2';
  insert into form_keys (key) values ('a form key');
  insert into mail_event_tokens (token) values ('a token');
  insert into saved_order_filters (name, query) values ('Late', 'list=to-pack&to=2026-11-01');
  insert into money_checks (day, summary) values ('2026-11-01', '{"found": 1}');
  insert into explained_differences (kind, subject, note, actor) values ('kind', 'subject', ${NASTY}, 'Ana');
  insert into periodic_jobs (name) values ('job');
  insert into scheduled_prices (product_id, pricing, due_at, created_by) values ('pure-bloom', '{}', now(), 'ana');
  insert into sale_prices (product_id, prices, starts_at, ends_at) values ('pure-bloom', '{"1oz": 2000}', now() + interval '1 day', now() + interval '2 days');
  insert into sales_days values ('2026-11-01', 3, 12345, 1, 1, 200);
  insert into product_days values ('2026-11-01', 'pure-bloom', 1, 1);
  insert into tax_days values ('2026-11-01', 'UT', false, 715, 3, 11000, 0, 459, 886, 0);
  insert into state_days values ('2026-11-01', 'UT', 3, 11459);
  insert into sales_hours values ('2026-11-01T12:00:00Z', 3, 12345, 200, 1);
  insert into product_hours values ('2026-11-01T12:00:00Z', 'pure-bloom', 1, 1);
  insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
    values ('/uploads/0123456789abcdef0123', 800, 600, array[400, 800], 'data:x', ${NASTY});
  insert into uploaded_picture_files (address, width, format, body) values
    ('/uploads/0123456789abcdef0123', 400, 'webp', ''),
    ('/uploads/0123456789abcdef0123', 800, 'webp', ${EVERY_BYTE}),
    ('/uploads/0123456789abcdef0123', 800, 'avif', decode(repeat('00ff5c6e', 300000), 'hex'));
  insert into customer_notes (folded_email, note, tags) values ('ana@example.com', 'Likes neroli', '{VIP,"gift, buyer"}');
  insert into removed_pictures (address, removed_at) values ('/uploads/0123456789abcdef0123', '2026-11-01T00:00:00Z');
  insert into product_pictures (product_id, position, picture, alt, sizes) values
    ('pure-bloom', 1, '/uploads/0123456789abcdef0123', ${NASTY}, array['1oz', '2oz']),
    ('pure-bloom', 2, 'pure-bloom', '', '{}');
  insert into picture_uploads (id, product_id, file_name, alt, actor)
    values ('6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c11', 'pure-bloom', 'a.jpg', ${NASTY}, 'ana');
  insert into picture_upload_slices values ('6f0d3a52-3a0e-4d0c-9a3e-6a1c1f1f0c11', 0, ${EVERY_BYTE});
  update products set image_url = '/uploads/0123456789abcdef0123', benefits = array['', 'a,b', 'NULL', '{}', ${NASTY}] where id = 'pure-bloom';
  update collections set lead = ${NASTY} where slug = 'body-hair';
  insert into former_collection_slugs (slug, collection_id) select 'body', id from collections where slug = 'body-hair';
  insert into former_collection_slugs (slug, collection_id) values ('gone', null);
  insert into text_versions (page, content, author, published_at) values
    ('home', jsonb_build_object('hero.eyebrow', ${NASTY}), ${NASTY}, '2026-11-01 06:59:59.999999+00'), ('about', '{}', null, null);
  update reviews set reply = ${NASTY}, replied_at = now() where id = (select min(id::text)::uuid from reviews);
`

/** Turns a seeded shop into one with orders, refunds and edits. */
export async function fillEveryTable(database: Database): Promise<void> {
  await database.withConnection((connection) => connection.exec(FILL))
}
