import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { createSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createCustomerService } from './customers.service.ts'
import { customerFile } from './personal-data-file.ts'

type Decision = {
  /** True if it is in the customer's data export; otherwise the reason why not. */
  exported: true | string
  /** True if nothing is left of it after deletion; otherwise the reason it stays. */
  forgotten: true | string
}

const TAX = 'Part of an order, and tax law has us keep orders.'
const REVIEW = 'A review stays; its author asked to be forgotten, not to be unsaid.'
const ofOrder: Decision = { exported: true, forgotten: TAX }
const ofSubscriber: Decision = { exported: true, forgotten: true }
const restated = (where: string) => `Restates ${where}.`
const log: Decision = {
  exported: 'Restates the order or the review that an operator changed, with the operator’s name.',
  forgotten: 'The log cannot be changed by anybody; it is what tells who changed an order.',
}

/** Columns with personal data of customers. */
const PERSONAL: Record<string, Decision> = {
  'orders.email': ofOrder,
  'orders.folded_email': { exported: restated('orders.email'), forgotten: TAX },
  'orders.first_name': ofOrder,
  'orders.last_name': ofOrder,
  'orders.phone': ofOrder,
  'orders.line1': ofOrder,
  'orders.line2': ofOrder,
  'orders.city': ofOrder,
  'orders.state_code': ofOrder,
  'orders.zip': ofOrder,
  'orders.note': ofOrder,
  'orders.tracking_carrier': ofOrder,
  'orders.tracking_number': ofOrder,
  'refunds.reason': ofOrder,
  'shipments.carrier': ofOrder,
  'shipments.tracking_number': ofOrder,
  'returns.words': ofOrder,
  'payment_attempts.card_brand': ofOrder,
  'payment_attempts.card_last_4': ofOrder,
  'subscribers.email': ofSubscriber,
  'subscribers.folded_email': { exported: restated('subscribers.email'), forgotten: true },
  'subscribers.discount_code': ofSubscriber,
  'discount_codes.folded_email': { exported: restated('subscribers.email'), forgotten: true },
  'discount_redemptions.folded_email': { exported: restated('orders.email'), forgotten: TAX },
  'reviews.title': { exported: true, forgotten: REVIEW },
  'reviews.body': { exported: true, forgotten: REVIEW },
  'reviews.reviewer_name': { exported: true, forgotten: 'Cut to what the shop shows of it: first name and initial.' },
  'reviews.reviewer_location': { exported: true, forgotten: REVIEW },
  'reviews.email': { exported: true, forgotten: true },
  'outbox.recipient': { exported: true, forgotten: true },
  'outbox.payload': { exported: restated('the order or the review that a mail is about'), forgotten: true },
  'customer_notes.folded_email': { exported: restated('orders.email'), forgotten: true },
  'customer_notes.note': { exported: true, forgotten: true },
  'customer_notes.tags': { exported: true, forgotten: true },
  'audit_log.before': log,
  'audit_log.after': log,
}

const GOODS = 'The shop’s own words about what it sells.'
const STAFF = 'About customers who work at the shop; an owner removes them under Team.'
const TOKEN = 'Random, or a hash that cannot be read back.'
const ONE_OF_A_LIST = 'One of a fixed list of words.'
const OUR_WORDS = 'What went wrong, in the shop’s own words: amounts, order numbers and operators.'
const SQUARE = 'A name that Square gave.'

/**
 * All other text columns, by table or by column, and why they hold no customer data. A column whose name suggests a
 * person must be listed itself, not just its table.
 */
const NOT_PERSONAL: Record<string, string> = {
  'order_tax_moves.from_state': 'A state alone, for the tax report.',
  'shipments.progress': ONE_OF_A_LIST,
  'shipments.progress_note': ONE_OF_A_LIST,
  shipping_labels: 'A service and a price; its tracking number is in the order and the package, too.',
  'shipping_labels.address_hash': TOKEN,
  'shipping_labels.image': 'A picture; it is deleted with the customer’s data.',
  carrier_accounts: 'The shop’s own account.',
  'order_tax_moves.to_state': 'A state alone, for the tax report.',
  tax_days: 'Sums of a state and day.',
  state_days: 'Sums of a state and day.',
  products: GOODS,
  'products.name': GOODS,
  ingredients: GOODS,
  'ingredients.name': GOODS,
  product_ingredients: GOODS,
  product_ratings: GOODS,
  product_days: GOODS,
  product_hours: GOODS,
  featured_products: GOODS,
  collections: GOODS,
  'collections.name': GOODS,
  collection_products: GOODS,
  former_collection_slugs: GOODS,
  needs: GOODS,
  'needs.name': GOODS,
  stock_levels: GOODS,
  scheduled_prices: GOODS,
  sale_prices: GOODS,
  offered_prices: GOODS,
  search_words: GOODS,
  order_lines: 'What was bought; the file for a customer has it.',
  'order_lines.name': GOODS,
  uploaded_pictures: GOODS,
  'uploaded_pictures.address': 'The address of a picture.',
  removed_pictures: GOODS,
  'removed_pictures.address': 'The address of a picture.',
  product_pictures: GOODS,
  picture_uploads: 'A picture of a product on its way, and the operator who sent it.',
  'picture_uploads.file_name': 'The name of a picture’s file.',
  picture_upload_slices: 'A picture of a product.',
  'picture_upload_slices.body': 'A picture of a product.',
  uploaded_picture_files: GOODS,
  'uploaded_picture_files.address': 'The address of a picture.',
  'uploaded_picture_files.body': 'A picture of a product.',
  text_versions: 'The words of the shop’s pages, and the operator who wrote them.',
  'text_versions.content': 'The words of the shop’s pages.',
  policies: GOODS,
  'policies.body_markdown': GOODS,
  settings: 'How the shop is set up.',
  periodic_jobs: 'Work that comes round.',
  'periodic_jobs.name': 'The name of a piece of work.',
  schema_migrations: 'What the database is made of.',
  'schema_migrations.name': 'The name of a file.',
  alerts: OUR_WORDS,
  notices: 'Amounts, counts and order ids for the people who run the shop.',
  notice_deliveries: 'Which operator was sent which notice.',
  'notice_deliveries.last_error': OUR_WORDS,
  notice_preferences: STAFF,
  push_devices: STAFF,
  'push_devices.name': STAFF,
  low_stock_notices: GOODS,
  money_checks: OUR_WORDS,
  explained_differences: 'About a sum of a day, or a payment by its number.',
  'explained_differences.note': 'An owner’s words about a sum that differs.',
  operators: STAFF,
  'operators.name': STAFF,
  'operators.email': STAFF,
  operator_devices: STAFF,
  'operator_devices.ip_address': STAFF,
  operator_links: STAFF,
  operator_passkeys: STAFF,
  'operator_passkeys.name': STAFF,
  operator_passwords: STAFF,
  operator_recovery_codes: STAFF,
  operator_sessions: STAFF,
  'operator_sessions.ip_address': STAFF,
  passkey_challenges: STAFF,
  sign_in_failures: TOKEN,
  form_keys: TOKEN,
  mail_event_tokens: TOKEN,
  saved_order_filters: 'A list and days; what was searched for is never saved.',
  'saved_order_filters.name': 'An operator’s name for a list.',
  cdn_purges: 'Tags of pages.',
  process_notes: 'Names of channels.',
  'process_notes.payload': 'Tags of pages, names of screens.',
  throttle_buckets: TOKEN,
  payment_tries: TOKEN,
  review_days: 'Numbers by day.',
  review_ledger: 'Numbers by day.',
  'audit_log.operator_id': STAFF,
  'audit_log.actor': STAFF,
  'audit_log.action': ONE_OF_A_LIST,
  'audit_log.subject_kind': ONE_OF_A_LIST,
  'audit_log.subject_id': 'The number of an order, the slug of a product and the like.',
  'discount_codes.code': 'In the file with the subscription or the order.',
  'discount_codes.kind': ONE_OF_A_LIST,
  'discount_codes.created_by': STAFF,
  'discount_redemptions.code': 'In the file with the order.',
  'discount_redemptions.state': ONE_OF_A_LIST,
  'orders.number': 'In the file, and stays with the order.',
  'orders.checkout_key': TOKEN,
  'orders.request_hash': TOKEN,
  'orders.state': ONE_OF_A_LIST,
  'orders.country': ONE_OF_A_LIST,
  'orders.discount_code': 'In the file, and stays with the order.',
  'orders.paid_outside': ONE_OF_A_LIST,
  'outbox.cause': 'The number of what a mail is about.',
  'outbox.template': ONE_OF_A_LIST,
  'outbox.state': ONE_OF_A_LIST,
  'outbox.traceparent': 'Random numbers by which traces are put together.',
  'outbox.last_error': 'What a mail server answered; forgotten with the mail.',
  'balance_lines.product_id': GOODS,
  'balance_lines.name': GOODS,
  'balance_lines.size': ONE_OF_A_LIST,
  'balance_requests.state': ONE_OF_A_LIST,
  'balance_requests.state_code': 'A state alone, for the tax report.',
  'balance_requests.withdrawn_by': ONE_OF_A_LIST,
  'payment_attempts.state': ONE_OF_A_LIST,
  'payment_attempts.source_hash': TOKEN,
  'payment_attempts.client_hash': TOKEN,
  'payment_attempts.card_hash': TOKEN,
  'payment_attempts.square_payment_id': SQUARE,
  'payment_attempts.error_category': SQUARE,
  'payment_attempts.error_code': SQUARE,
  'refunds.state': ONE_OF_A_LIST,
  'orders.return_state': ONE_OF_A_LIST,
  'returns.state': ONE_OF_A_LIST,
  'returns.reason': ONE_OF_A_LIST,
  'return_lines.condition': ONE_OF_A_LIST,
  'refunds.square_refund_id': SQUARE,
  'stray_refunds.square_payment_id': SQUARE,
  'stray_refunds.square_refund_id': SQUARE,
  'stray_refunds.state': ONE_OF_A_LIST,
  'stray_refunds.why': ONE_OF_A_LIST,
  'stray_refunds.reason': 'Why a payment could not be kept, in words of ours.',
  'webhook_events.event_id': SQUARE,
  'webhook_events.type': SQUARE,
  'webhook_events.body': 'Which payment or refund Square reports on, by its number; the rest is not stored.',
  'webhook_events.state': ONE_OF_A_LIST,
  'webhook_events.last_error': OUR_WORDS,
  'reviews.product_id': GOODS,
  'reviews.order_number': 'In the file, and stays with the order.',
  'reviews.source': ONE_OF_A_LIST,
  'reviews.withheld_reason': ONE_OF_A_LIST,
  'reviews.reply': 'The shop’s own words below a review.',
  'reviews.content_hash': TOKEN,
  'subscribers.source': ONE_OF_A_LIST,
  'subscribers.left_because': ONE_OF_A_LIST,
  'subscribers.unsubscribe_token': TOKEN,
}

const SOUNDS_PERSONAL =
  /mail|name|phone|address|street|line\d|city|zip|location|recipient|customer|buyer|person|birth|note|reason|message|comment|reply|body|payload|(^|_)ip(_|$)/

const database = useTestDatabase()
const env = readEnv({ NODE_ENV: 'test' })
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
/** In every text written by or about this customer. */
const TRACE = 'zazie|quill|zebra'
const EMAIL = 'Zazie.Quill+oils@example.com'
let shop: PayingShop
let orderId: string

beforeAll(async () => {
  shop = await openPayingShop(database.current)
  await becomeCustomer()
})
afterAll(() => shop.end())

/** Signs up, buys with the code, writes a review, and goes through every order action of the desk. */
async function becomeCustomer(): Promise<void> {
  const { orderDesk, returns } = createTestDesk(database.current, { squareUrl: shop.square.address }).parts.desk
  const { body: signup } = await shop.post<{ discountCode: string }>('email-signup', { email: EMAIL })
  const { body: paid } = await shop.pay({
    customerInfo: { email: EMAIL, firstName: 'Zazie', lastName: 'Quill', phone: '(801) 555-0177' },
    shippingAddress: {
      line1: '77 Zebra Lane',
      line2: 'Zebra house',
      city: 'Quillville',
      state: 'UT',
      zip: '84737',
      country: 'US',
    },
    discountCode: signup.discountCode,
  })
  const [order] = await shop.rows('select id from orders where number = $1', [paid.orderNumber])
  orderId = String(order?.id)
  await shop.post('submit-review', {
    productId: 'pure-bloom',
    rating: 4,
    title: 'As a zebra would say',
    body: 'It is lovely, says the zebra.',
    reviewerName: 'Zazie Quill',
    email: EMAIL,
    reviewerLocation: 'Quillville',
    orderNumber: paid.orderNumber,
  })
  const notes = createCustomerService(database.current)
  const note = { note: 'Likes the zebra crossing.', tags: ['zebra', 'Quill'] }
  expect(await notes.saveNote(EMAIL, note, versionToken({ note: '', tags: [] }), ANA)).toMatchObject({ ok: true })
  const key = () => crypto.randomUUID()
  await orderDesk.note(orderId, 'The zebra rings twice.', ANA)
  await orderDesk.note(orderId, 'The zebra rings three times.', ANA)
  await orderDesk.sendDelayNotice(orderId, { shipBy: null, reason: 'A zebra blocks the road.', formKey: key() }, ANA)
  await orderDesk.ship(orderId, { carrier: 'Zebra Post', trackingNumber: 'ZEBRA 1234' }, ANA)
  const sentBack = { position: 1, quantity: 1, condition: 'opened' as const }
  const back = { lines: [sentBack], reason: 'other' as const, words: 'Not for a zebra', isReceived: false }
  expect(await returns.record(orderId, { ...back, emailsInstructions: true, formKey: key() }, ANA)).toMatchObject({
    ok: true,
  })
  const refund = { amountCents: 100, reason: 'Zebra stripes on it', formKey: key(), refundedBeforeCents: 0 }
  expect(await orderDesk.refund(orderId, refund, ANA)).toMatchObject({ ok: true })
}

/** Every text column, as table.column. */
async function wordColumns(): Promise<string[]> {
  const rows = await shop.rows(`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type not in
      ('integer', 'bigint', 'smallint', 'boolean', 'numeric', 'double precision', 'uuid', 'date', 'interval',
       'timestamp with time zone')
    order by 1`)
  return rows.map(({ name }) => String(name))
}

/** The columns that contain the customer's words. */
async function traces(): Promise<string[]> {
  const found: string[] = []
  for (const name of await wordColumns()) {
    const [table, column] = name.split('.')
    const rows = await shop.rows(`select 1 from "${table}" where "${column}"::text ~* $1 limit 1`, [TRACE])
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('classifies every text column as personal or says why not', async () => {
  const columns = await wordColumns()
  const isDecided = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    return name in PERSONAL || name in NOT_PERSONAL || (table in NOT_PERSONAL && !SOUNDS_PERSONAL.test(column))
  }
  expect(
    columns.filter((name) => !isDecided(name)),
    'add these to PERSONAL or NOT_PERSONAL in personal-columns.db.test.ts',
  ).toEqual([])
  const known = new Set(columns.flatMap((name) => [name, name.slice(0, name.indexOf('.'))]))
  expect([...Object.keys(PERSONAL), ...Object.keys(NOT_PERSONAL)].filter((name) => !known.has(name))).toEqual([])
})

/** Numbers and codes, which can't contain the trace words. */
const WORDLESS = new Set([
  'orders.phone',
  'orders.state_code',
  'orders.zip',
  'payment_attempts.card_brand',
  'payment_attempts.card_last_4',
  'subscribers.discount_code',
])

/** Their rows, by table. */
const ROWS: Record<string, string> = {
  orders: 'id = $1',
  shipments: 'order_id = $1',
  returns: 'order_id = $1',
  refunds: 'attempt_id in (select id from payment_attempts where order_id = $1)',
  payment_attempts: 'order_id = $1',
  subscribers: `folded_email in (select folded_email from orders where id = $1)`,
  customer_notes: `folded_email in (select folded_email from orders where id = $1)`,
  reviews: `order_number in (select number from orders where id = $1)`,
  outbox: `recipient in (select email from orders where id = $1)`,
}

test('finds a customer’s text only in the known columns, and in that customer’s export', async () => {
  const found = await traces()
  expect(found.filter((name) => !(name in PERSONAL))).toEqual([])
  // Every listed column is covered by this customer's data.
  expect(Object.keys(PERSONAL).filter((name) => !found.includes(name) && !WORDLESS.has(name))).toEqual([])
  const person = await createCustomerService(database.current).find(EMAIL.toLowerCase())
  const file = await customerFile(person, createSecurityHeaders(env)).text()
  const missing: string[] = []
  for (const [name, { exported }] of Object.entries(PERSONAL)) {
    if (exported !== true) continue
    const [table = '', column] = name.split('.')
    const rows = await shop.rows(`select ${column} as value from ${table} where ${ROWS[table]}`, [orderId])
    const values = rows.flatMap(({ value }) => value).filter((value) => typeof value === 'string')
    if (values.length === 0 || values.some((value) => !file.includes(value))) missing.push(name)
  }
  expect(missing).toEqual([])
})

test('leaves only what is documented to remain of a forgotten customer', async () => {
  const before = await traces()
  // Pending emails about an order are still sent.
  await shop.rows(`update outbox set state = 'sent'`)
  const customers = createCustomerService(database.current)
  expect(await customers.forget(EMAIL, ANA)).toBe(true)
  const after = await traces()
  const stays = (name: string) => PERSONAL[name]?.forgotten !== true
  expect(after.filter((name) => !stays(name))).toEqual([])
  // No reason is out of date.
  expect(before.filter((name) => stays(name) && !after.includes(name))).toEqual([])
})

/** One row about a person who appears nowhere else in the shop, by table. */
const ALONE: Record<string, string> = {
  subscribers: `with gift as (
      insert into discount_codes (code, kind, amount_cents) values ('ALONE', 'amount', 500) returning code)
    insert into subscribers (email, folded_email, source, discount_code, unsubscribe_token)
    select $1, $1, 'home', code, 'alone' from gift`,
  reviews: `insert into reviews (rating, title, body, reviewer_name, source, email)
    values (4, 'Alone', 'Text', 'Dana W.', 'website_form', $1)`,
  outbox: `insert into outbox (cause, template, recipient, payload, state) values ('alone', 'shipped', $1, '{}', 'sent')`,
  customer_notes: `insert into customer_notes (folded_email, note, tags) values ($1, 'Calls on Mondays.', '{}')`,
}
/** A personal code is created and deleted with its subscriber. */
const NEVER_ALONE = ['discount_codes']

test('offers to forget a person found in only one table, and then no longer does', async () => {
  const forgotten = Object.keys(PERSONAL).filter((name) => PERSONAL[name]?.forgotten === true)
  const tables = [...new Set(forgotten.map((name) => name.slice(0, name.indexOf('.'))))]
  expect(tables.toSorted(), 'add a row to ALONE').toEqual([...Object.keys(ALONE), ...NEVER_ALONE].toSorted())
  const customers = createCustomerService(database.current)
  for (const [table, insert] of Object.entries(ALONE)) {
    const email = `${table}@example.com`
    await shop.rows(insert, [email])
    expect(await customers.find(email), table).toMatchObject({ canForget: true })
    expect(await customers.forget(email, ANA), table).toBe(true)
    expect(await customers.find(email), table).toMatchObject({ canForget: false })
  }
})
