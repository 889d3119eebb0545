/** How much of a table "Download everything" includes; a table that is left out needs a reason. */
export type DownloadRule =
  | { kind: 'all' }
  | { kind: 'without'; columns: readonly string[] }
  /** Each row becomes one file. `name` lists the columns that make up the file name, the last one its extension. */
  | { kind: 'files'; folder: string; bytes: string; name: readonly string[] }
  | { kind: 'none'; why: string }

const all: DownloadRule = { kind: 'all' }
const without = (...columns: string[]): DownloadRule => ({ kind: 'without', columns })
const none = (why: string): DownloadRule => ({ kind: 'none', why })

const CREDENTIAL = 'Grants access to the desk, or helps to. Only backups include it, as they are encrypted.'
const CREDENTIAL_OF_CARRIER = 'Spends money on labels. It is encrypted with a key that only the running shop has.'
const TRANSIENT = 'Internal state, meaningless outside the running shop.'
const DERIVED = 'Computed from other tables.'

/**
 * The download is not encrypted and ends up in inboxes and on USB sticks, so it has all of the shop's data but no
 * credentials. A table without a rule is left out, and `tables.db.test.ts` fails until it gets one.
 */
export const DOWNLOAD_RULES: Readonly<Record<string, DownloadRule>> = {
  alerts: all,
  audit_log: all,
  carrier_accounts: none(CREDENTIAL_OF_CARRIER),
  cdn_purges: none(TRANSIENT),
  collection_products: all,
  collections: all,
  discount_codes: all,
  discount_redemptions: all,
  explained_differences: all,
  featured_products: all,
  former_collection_slugs: all,
  balance_requests: all,
  balance_lines: all,
  form_keys: none(TRANSIENT),
  ingredients: all,
  low_stock_notices: none(TRANSIENT),
  mail_event_tokens: none(TRANSIENT),
  money_checks: all,
  needs: all,
  notice_deliveries: none(TRANSIENT),
  notice_preferences: all,
  notices: none(TRANSIENT),
  offered_prices: all,
  operator_devices: none(CREDENTIAL),
  operator_links: none(CREDENTIAL),
  operator_passkeys: none(CREDENTIAL),
  operator_passwords: none(CREDENTIAL),
  operator_recovery_codes: none(CREDENTIAL),
  operator_sessions: none(CREDENTIAL),
  operators: all,
  order_lines: all,
  order_tax_moves: all,
  orders: without('checkout_key', 'request_hash'),
  // Emails contain links that open an order's page or sign in to the desk.
  outbox: without('payload'),
  passkey_challenges: none(CREDENTIAL),
  payment_attempts: without('source_hash', 'client_hash', 'card_hash'),
  payment_tries: none(TRANSIENT),
  periodic_jobs: none(TRANSIENT),
  picture_upload_slices: none(TRANSIENT),
  picture_uploads: none(TRANSIENT),
  policies: all,
  process_notes: none(TRANSIENT),
  product_days: all,
  product_hours: none(DERIVED),
  product_ingredients: all,
  product_pictures: all,
  product_ratings: all,
  products: all,
  refund_lines: all,
  return_lines: all,
  returns: all,
  shipment_lines: all,
  shipments: all,
  shipping_labels: without('image', 'address_hash'),
  push_devices: none(CREDENTIAL),
  refunds: all,
  review_days: none(DERIVED),
  review_ledger: none(DERIVED),
  reviews: without('content_hash'),
  sale_prices: all,
  sales_days: all,
  sales_hours: none(DERIVED),
  saved_order_filters: all,
  scheduled_prices: all,
  schema_migrations: none(TRANSIENT),
  search_words: none(DERIVED),
  settings: all,
  sign_in_failures: none(TRANSIENT),
  customer_notes: all,
  removed_pictures: all,
  state_days: all,
  stock_levels: all,
  stray_refunds: all,
  subscribers: without('unsubscribe_token'),
  tax_days: all,
  text_versions: all,
  throttle_buckets: none(TRANSIENT),
  uploaded_picture_files: { kind: 'files', folder: 'pictures', bytes: 'body', name: ['address', 'width', 'format'] },
  uploaded_pictures: all,
  webhook_events: all,
}
