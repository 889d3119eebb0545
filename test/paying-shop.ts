import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OrderStatusResponse, PaymentResponse, Quote } from '#contract/checkout.ts'
import type { Database } from '#server/platform/db/database.ts'
import { anOrder } from './an-order.ts'
import { answerChallenges } from './answer-challenges.ts'
import { startTestEmulator, type TypedCard } from './square-emulator.ts'
import { createTestShop } from './test-shop.ts'

export type Answer<T> = { status: number; body: T }

let visitors = 0

/** Each visitor has its own /24, also where two shops share a database. */
function newAddress(): string {
  visitors += 1
  return `${10 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}.1`
}

/** The shop with its own Square emulator, and what buyers' browsers send to them. Every buyer has their own address. */
export async function openPayingShop(
  database: Database,
  environment: Record<string, string> = {},
  options: { proofWork?: number } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'paying-'))
  const square = await startTestEmulator({ timing: { listLagMs: 300, refundMs: 100, webhookRetryMs: [200, 400] } })
  const shop = await createTestShop(
    database,
    { DATA_DIR: folder, TRUST_PROXY: '1', SQUARE_BASE_URL: square.address, ...environment },
    options,
  )
  await shop.services.checkout.warmUp()
  async function post<T>(name: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    const response = await shop.app.request(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as T }
  }

  return {
    ...shop,
    square,
    post,
    quote: (body: unknown) => post<Quote & { error: string | null }>('quote-order', body),
    statusOf: async (checkoutId: string) => (await post<OrderStatusResponse>('order-status', { checkoutId })).body,
    /** Enters the card and pays under a new checkout key, unless one is given; as the page does, or as a bot. */
    async pay(
      change: object = {},
      { card, key = randomUUID(), from, asProgram = false, headers: extra }: PayOptions = {},
    ): Promise<Answer<PaymentResponse>> {
      const sourceId = 'sourceId' in change ? change.sourceId : await square.tokenize(card)
      const order = { ...anOrder(), ...change, sourceId }
      const base = { 'idempotency-key': key, 'x-forwarded-for': from ?? newAddress() }
      const send = (headers = {}) =>
        post<PaymentResponse>('process-square-payment', order, { ...base, ...extra, ...headers })
      return asProgram ? send() : answerChallenges(send)
    },
    async rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
      return database.withConnection((connection) => connection.rows(statement, parameters))
    },
    /** Closes the shop, but not the database, which the caller owns. */
    async end(): Promise<void> {
      await shop.services.checkout.finish()
      await shop.services.reconciler.stop()
      await square.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type PayOptions = {
  card?: TypedCard
  key?: string
  from?: string
  asProgram?: boolean
  headers?: Record<string, string>
}

export type PayingShop = Awaited<ReturnType<typeof openPayingShop>>
