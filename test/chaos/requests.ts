import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentResponse } from '#contract/checkout.ts'
import { FIRST_ATTEMPT, readPaymentReference } from '#domain/money/payment-reference.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import type { Database } from '#server/platform/db/database.ts'
import { answerChallenges } from '../answer-challenges.ts'
import type { EmulatorLedger } from '../square-emulator.ts'
import { type BuyerDeps, postJson, randomCard } from './buyer.ts'

/** A bottle that is added to an order once its buyer has paid for it. */
export type AskedBuyer = { orderId: string; requestId: string }
export type ToldLater = AskedBuyer & { outcome: 'paid' | 'failed' | 'nothing' | 'unanswered' }

const BOTTLE_CENTS = 2500
const STOCK = 1000
const CARDS = 3

/** Requests payment for one more bottle, which is reserved, from buyers of paid orders without a request so far. */
export async function askForBottles(database: Database, limit: number): Promise<AskedBuyer[]> {
  const rows = await database.withConnection(async (connection) => {
    await connection.exec(
      `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', ${STOCK})
       on conflict (product_id, size) do update set on_hand = excluded.on_hand
         where not exists (select from balance_requests)`,
    )
    return connection.rows(
      `with asked as (
         insert into balance_requests (order_id, amount_cents, expires_at, goods_cents, discount_cents, shipping_cents,
           tax_cents, state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
         select id, ${BOTTLE_CENTS}, now() + interval '1 day', ${BOTTLE_CENTS}, 0, 0, 0, state_code, 0,
           subtotal_cents + ${BOTTLE_CENTS}, discount_cents, tax_cents
         from orders where state = 'paid' and not exists (select from balance_requests b where b.order_id = orders.id)
         order by created_at limit ${limit} returning id, order_id
       ), lines as (
         insert into balance_lines (request_id, number, product_id, name, size, price_cents, quantity, reserved)
         select id, 1, 'pure-bloom', 'Pure Bloom', '1oz', ${BOTTLE_CENTS}, 1, 1 from asked
       ), taken as (
         update stock_levels set on_hand = on_hand - (select count(*) from asked)
         where product_id = 'pure-bloom' and size = '1oz'
       ) select id, order_id from asked`,
    )
  })
  return rows.map((row) => ({ requestId: String(row.id), orderId: String(row.order_id) }))
}

/** Pays the request as the order page does: one card after another until one succeeds. */
export async function payRequest(asked: AskedBuyer, secretKey: string, deps: BuyerDeps): Promise<ToldLater> {
  const { random, square } = deps
  const token = createOrderLinks(secretKey).tokenFor(asked.orderId)
  const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  const end = performance.now() + deps.patienceMs
  for (let cards = 0; cards < CARDS;) {
    const sourceId = await square.tokenize(randomCard(random))
    const body = JSON.stringify({ token, requestId: asked.requestId, sourceId })
    const click = async () => {
      const answer = await answerChallenges(async (headers) => {
        const url = `${deps.shopAddress()}/functions/v1/pay-balance`
        const received = await postJson<PaymentResponse>(fetch, url, body, { 'x-forwarded-for': from, ...headers })
        return received && { body: received }
      })
      return answer?.body
    }
    const answers = await Promise.all(random.chance(0.2) ? [click(), click()] : [click()])
    if (random.chance(0.1)) return { ...asked, outcome: 'nothing' }
    let answer = answers.find((one) => one?.success) ?? answers.find((one) => one !== undefined)
    // The same card again joins the charge that was started, so it returns its outcome.
    while (!answer || answer.isPending) {
      if (performance.now() > end) return { ...asked, outcome: 'unanswered' }
      await sleep(random.between(50, 300))
      answer = await click()
    }
    if (answer.success) return { ...asked, outcome: 'paid' }
    cards += 1
  }
  return { ...asked, outcome: 'failed' }
}

/** Checks the invariants of requests once all faults are over. */
export async function findRequestBreaches(
  database: Database,
  ledger: EmulatorLedger,
  told: readonly ToldLater[],
): Promise<string[]> {
  const rows = await database.withConnection((connection) =>
    connection.rows(
      `select b.id, b.state, o.number, o.added_goods_cents as added,
         (select count(*)::int from order_lines l where l.order_id = o.id and l.added_at is not null) as lines,
         (select count(*)::int from outbox m where m.cause = 'balance-paid:' || b.id) as receipts,
         (select count(*)::int from payment_attempts a where a.request_id = b.id and a.state in ('sending', 'unknown')) as open
       from balance_requests b join orders o on o.id = b.order_id`,
    ),
  )
  const [stock] = await database.withConnection((connection) =>
    connection.rows(
      `select (select on_hand from stock_levels where product_id = 'pure-bloom' and size = '1oz')
         + (select coalesce(sum(reserved), 0)::int from balance_lines)
         + (select coalesce(sum(reserved), 0)::int from order_lines where product_id = 'pure-bloom' and size = '1oz') as bottles`,
    ),
  )
  const bottles = Number(stock?.bottles)
  const kept = keptLater(ledger)
  const paid = new Set(rows.filter(({ state }) => state === 'paid').map(({ id }) => String(id)))
  return [
    ...rows.flatMap(({ state, number, added, lines, receipts, open }) => {
      const isPaid = state === 'paid'
      const cents = isPaid ? BOTTLE_CENTS : 0
      const facts = [kept.get(String(number)) ?? 0, added, lines, receipts, open]
      const expected = [cents, cents, isPaid ? 1 : 0, isPaid ? 1 : 0, 0]
      return String(facts) === String(expected)
        ? []
        : [
            `${String(number)}: its request is ${String(state)}, and kept, added, lines, receipts, open are ${String(facts)}`,
          ]
    }),
    ...told.flatMap(({ requestId, outcome }) => {
      if (outcome === 'unanswered') return [`request ${requestId} waited for an answer in vain`]
      return (outcome === 'paid' && !paid.has(requestId)) || (outcome === 'failed' && paid.has(requestId))
        ? [`request ${requestId} was told ${outcome}, and it is not`]
        : []
    }),
    ...(bottles === STOCK ? [] : [`${bottles} bottles of ${STOCK}`]),
  ]
}

/** What was captured for requests and not refunded, by order. */
function keptLater({ capturedCents, refundedCents }: EmulatorLedger): Map<string, number> {
  const kept = new Map<string, number>()
  for (const [text, cents] of Object.entries(capturedCents)) {
    const reference = readPaymentReference(text)
    if (!reference || reference.attemptNo === FIRST_ATTEMPT) continue
    const { orderNumber } = reference
    kept.set(orderNumber, (kept.get(orderNumber) ?? 0) + cents - (refundedCents[text] ?? 0))
  }
  return kept
}
