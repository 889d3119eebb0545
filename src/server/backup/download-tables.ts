/** What of a table is in "Download everything": all of it, all but some columns, its pictures, or a reason why nothing. */
export type DownloadRule =
  | { kind: 'all' }
  | { kind: 'without'; columns: readonly string[] }
  /** Each row is a file of its own: its bytes, and the columns that its name is made of, the last as its ending. */
  | { kind: 'files'; folder: string; bytes: string; name: readonly string[] }
  | { kind: 'none'; why: string }

const all: DownloadRule = { kind: 'all' }
const without = (...columns: string[]): DownloadRule => ({ kind: 'without', columns })
const none = (why: string): DownloadRule => ({ kind: 'none', why })

const OPENS_DOORS = 'Opens the desk, or helps to. It is in the backup, which is encrypted.'
const MACHINERY = 'Says nothing about the shop once the moment is over.'
const DERIVED = 'Computed from other tables.'

/**
 * The owner's download is a plain file that ends up in mailboxes and on sticks: all of the shop's data is in it, and
 * nothing that lets anyone in. A table without a rule is left out until somebody decides; a test asks for it.
 */
export const DOWNLOAD_RULES: Readonly<Record<string, DownloadRule>> = {
  alerts: all,
  audit_log: all,
  collection_products: all,
  collections: all,
  discount_codes: all,
  discount_redemptions: all,
  explained_differences: all,
  featured_products: all,
  former_collection_slugs: all,
  form_keys: none(MACHINERY),
  ingredients: all,
  money_checks: all,
  needs: all,
  operator_devices: none(OPENS_DOORS),
  operator_links: none(OPENS_DOORS),
  operator_passkeys: none(OPENS_DOORS),
  operator_passwords: none(OPENS_DOORS),
  operator_recovery_codes: none(OPENS_DOORS),
  operator_sessions: none(OPENS_DOORS),
  operators: all,
  order_lines: all,
  orders: without('checkout_key', 'request_hash'),
  // Mails hold links that open an order's page or the desk.
  outbox: without('payload'),
  passkey_challenges: none(OPENS_DOORS),
  payment_attempts: without('source_hash', 'client_hash', 'card_hash'),
  payment_tries: none(MACHINERY),
  periodic_jobs: none(MACHINERY),
  policies: all,
  product_days: all,
  product_ingredients: all,
  product_ratings: all,
  products: all,
  refunds: all,
  review_days: none(DERIVED),
  review_ledger: none(DERIVED),
  reviews: without('content_hash'),
  sales_days: all,
  scheduled_prices: all,
  schema_migrations: none(MACHINERY),
  search_words: none(DERIVED),
  settings: all,
  sign_in_failures: none(MACHINERY),
  stock_levels: all,
  stray_refunds: all,
  subscribers: without('unsubscribe_token'),
  throttle_buckets: none(MACHINERY),
  uploaded_picture_files: { kind: 'files', folder: 'pictures', bytes: 'body', name: ['address', 'width', 'format'] },
  uploaded_pictures: all,
  webhook_events: all,
}
