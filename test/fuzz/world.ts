import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PaymentResponse } from '#contract/checkout.ts'
import { hashToken, newToken } from '#server/operators/secret-token.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runPgliteUpkeep } from '#server/platform/db/pglite-upkeep.ts'
import { createLog } from '#server/platform/log.ts'
import { askForBottles } from '../chaos/requests.ts'
import { startTestEmulator } from '../square-emulator.ts'
import { exploreDesk } from './desk-forms.ts'
import { HOST } from './draft.ts'

const projectFolder = path.resolve(import.meta.dirname, '../..')
const ORIGIN = `http://${HOST}`
const CARDS = 6

/** A customer with an order in the shop. None of this may reach anyone who doesn't know the order. */
export type Person = {
  email: string
  lastName: string
  street: string
  checkoutKey: string
  orderNumber: string
  token: string
}

export type WorldOptions = {
  /** How many pages of the desk are crawled for forms. */
  deskPages: number
  /** Called with every line that is logged as an error. */
  onError: (line: string) => void
  /** Called if a line has the secret part of a link. */
  onLoggedLink: () => void
}

export type World = Awaited<ReturnType<typeof createWorld>>

/**
 * The built shop with orders, customers, an owner at the desk and its own Square emulator: everything a request can be
 * about.
 */
export async function createWorld(database: Database, { deskPages, onError, onLoggedLink }: WorldOptions) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'))
  const square = await startTestEmulator({ timing: { listLagMs: 0, refundMs: 20, webhookRetryMs: [] } })
  const keys = {
    SECRET_KEY: `fuzz secret ${newToken()}`,
    METRICS_TOKEN: `fuzz-metrics-${newToken()}`,
    SQUARE_WEBHOOK_SIGNATURE_KEY: `fuzz-signature-${newToken()}`,
    MAIL_WEBHOOK_SECRET: `fuzz-mail-${newToken()}`,
  }
  const { build, createShop, listen, readEnv, serveStaticFiles } = (await import(
    path.join(projectFolder, 'build/server/index.js')
  )) as typeof import('../../src/server/entry.ts')
  const linkTokens: string[] = []
  function readLog(line: string): void {
    if (Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= 50) onError(line)
    if (linkTokens.some((token) => line.includes(token))) onLoggedLink()
  }
  const shop = await createShop({
    env: readEnv({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      TRUST_PROXY: '1',
      PAYMENT_TIMINGS: 'fast',
      SQUARE_BASE_URL: square.address,
      ...keys,
    }),
    log: createLog('debug', { write: readLog }),
    build,
    projectFolder,
    staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, 'build/client'), headers),
    database,
  })
  await shop.services.checkout.warmUp()
  const server = await listen({ ...shop, host: '127.0.0.1', port: 0, fetch: shop.app.fetch })

  function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    return database.withConnection((connection) => connection.rows(statement, parameters))
  }

  async function textOf(target: string, cookie = ''): Promise<string> {
    const response = await shop.app.request(ORIGIN + target, { headers: { cookie, accept: 'text/html' } })
    return response.text()
  }

  async function signIn(): Promise<string> {
    const [id, token] = [randomUUID(), newToken()]
    await rows(`insert into operators (id, name, email, role) values ($1, 'Fuzz', $2, 'owner')`, [
      id,
      `owner-${id}@private.example`,
    ])
    await rows(
      `insert into operator_links (token_hash, operator_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 hour')`,
      [hashToken(token), id],
    )
    const response = await shop.app.request(`${ORIGIN}/admin/link/${token}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    })
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('desk='))
    if (!cookie) throw new Error(`could not sign in to the desk: ${response.status}`)
    return cookie.split(';', 1)[0] ?? ''
  }

  async function buy(index: number): Promise<Person> {
    const person = {
      email: `canary${index}@private.example`,
      lastName: `Quillfeather${index}`,
      street: `${index} Hollowmere Row`,
      checkoutKey: randomUUID(),
    }
    const response = await shop.app.request(`${ORIGIN}/functions/v1/process-square-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': person.checkoutKey },
      body: JSON.stringify({ ...anOrder(person), sourceId: await square.tokenize() }),
    })
    const { orderNumber, orderPath, error } = (await response.json()) as PaymentResponse
    if (!orderNumber || !orderPath) throw new Error(`could not place the first order: ${error}`)
    return { ...person, orderNumber, token: orderPath.split('/')[2] ?? '' }
  }

  const people = [await buy(1), await buy(2), await buy(3)]
  await rows(`insert into discount_codes (code, kind, percent, total_limit, person_limit)
    values ('FZ-TEN', 'percent', 10, null, null), ('FZ-ONCE', 'percent', 10, 5, 1)`)
  // Without an account, the carrier's webhook reads nothing.
  await rows(
    `insert into carrier_accounts (provider, sealed_key, key_end, is_test) values ('easypost', '', 'fuzz', true)`,
  )
  await shop.services.signup.signUp({ email: 'canary-subscriber@private.example', source: 'home' })
  const [subscriber] = await rows(`select unsubscribe_token from subscribers limit 1`)
  const unsubscribeToken = String(subscriber?.unsubscribe_token)
  linkTokens.push(unsubscribeToken, ...people.map(({ token }) => token))
  const sitemap = await textOf('/sitemap.xml')
  const home = await textOf('/')
  const firstCookie = await signIn()
  const links = createOrderLinks(keys.SECRET_KEY)

  const world = {
    shop,
    square,
    port: server.port,
    origin: ORIGIN,
    people,
    codes: ['FZ-TEN', 'FZ-ONCE', 'BLOOM-UNKNOWN'],
    unsubscribeToken,
    pages: [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname),
    collections: (await rows(`select slug from collections`)).map(({ slug }) => `/${String(slug)}`),
    files: [...home.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg|webp|avif|ico))"/g)].map(
      ([, file = '']) => file,
    ),
    reviewIds: (await rows(`select id from reviews where is_published limit 20`)).map(({ id }) => String(id)),
    desk: await exploreDesk((page) => textOf(page, firstCookie), deskPages),
    webhook: { url: `${ORIGIN}/webhooks/square`, signatureKey: keys.SQUARE_WEBHOOK_SIGNATURE_KEY },
    carrierSecret: shop.services.carrier.accounts.webhookSecrets[0] ?? '',
    mailSecret: keys.MAIL_WEBHOOK_SECRET,
    /** What a buyer was asked to pay after buying. */
    asked: { token: '', requestId: '' },
    /** Must not be in any response. */
    secrets: [...Object.values(keys), 'emulator-access-token', folder, projectFolder],
    cookie: firstCookie,
    /** Card tokens that can be charged. */
    cards: [] as string[],
    rows,

    /** Reverts what accepted requests have changed, so that the next ones still reach something. */
    async refresh(withCards: boolean): Promise<void> {
      // An accepted request may have turned it into a draft without price or category.
      await rows(`update products set is_active = true where not is_active and price_cents > 0 and category <> ''`)
      await rows(`update stock_levels set on_hand = 500 where on_hand < 100`)
      await rows(`update discount_codes set is_active = true where code like 'FZ-%'`)
      // A full moderation queue would refuse every further review.
      await rows(`delete from reviews where id in (
        select id from reviews where not is_published and withheld_reason is null order by review_date offset 1000)`)
      if (database.engine === 'pglite') await runPgliteUpkeep(database)
      // Declined cards of the last hour would close the checkout for all buyers.
      await rows(
        `update payment_attempts set created_at = created_at - interval '2 hours' where created_at > now() - interval '1 hour'`,
      )
      const { status } = await shop.app.request(`${ORIGIN}/admin/account`, { headers: { cookie: world.cookie } })
      if (status !== 200) world.cookie = await signIn()
      world.cards = withCards ? await Promise.all(Array.from({ length: CARDS }, () => square.tokenize())) : []
      const [asked] = withCards ? await askForBottles(database, 1) : []
      if (asked) world.asked = { token: links.tokenFor(asked.orderId), requestId: asked.requestId }
    },

    /** Everything that records payments and refunds. */
    async moneyFingerprint(): Promise<string> {
      const tables = [
        'orders',
        'order_lines',
        'payment_attempts',
        'refunds',
        'discount_redemptions',
        'balance_requests',
        'balance_lines',
      ]
      const marks = tables.map(
        (table) => `(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${table} t)`,
      )
      const [row] = await rows(`select ${marks.join(` || `)} as mark`)
      return String(row?.mark)
    },

    /** PGlite's files, which without a folder are in the memory of this process. */
    async databaseBytes(): Promise<number> {
      if (database.engine === 'postgres') return 0
      const [row] = await rows(`select ((select sum(pg_database_size(oid)) from pg_database)
        + (select sum(size) from pg_ls_waldir()))::float8 as bytes`)
      return Number(row?.bytes)
    },

    async close(): Promise<void> {
      shop.endStreams()
      await server.close(1000)
      await shop.services.checkout.finish()
      await shop.services.reconciler.stop()
      await square.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}

export function anOrder({ email, lastName, street }: Pick<Person, 'email' | 'lastName' | 'street'>) {
  return {
    items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
    customerInfo: { email, firstName: 'Ana', lastName, phone: '(801) 555-0142' },
    shippingAddress: { line1: street, line2: '', city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  }
}
