import { readdir, readFile } from 'node:fs/promises'
import { FIRST_ATTEMPT, readPaymentReference } from '#domain/money/payment-reference.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { EmulatorLedger } from '../square-emulator.ts'
import type { Told } from './buyer.ts'

type Row = Record<string, unknown>

export type Evidence = {
  database: Database
  ledger: EmulatorLedger
  told: readonly Told[]
  mailbox: string
  log: string
}

/** Nothing may be charged later than this after its order was created. */
const LATEST_CAPTURE_MS = 120_000

/** The shop's unfinished background work, as text. */
export async function waitingWork(database: Database): Promise<string[]> {
  const waiting = await database.withConnection((connection) =>
    connection.rows(`select 'mail ' || template as what from outbox where state = 'waiting'
      union all select 'refund' from refunds where state not in ('completed', 'rejected')
      union all select 'refund of a second payment' from stray_refunds where state not in ('completed', 'rejected')
      union all select 'event' from webhook_events where processed_at is null`),
  )
  return waiting.map(({ what }) => `still waiting: ${String(what)}`)
}

/** Checks every invariant once all faults are over (docs/trust.md); returns a description of each breach. */
export async function findBreaches({ database, ledger, told, mailbox, log }: Evidence): Promise<string[]> {
  const rows = (statement: string) => database.withConnection((connection) => connection.rows(statement))
  const orders = await rows(`
    select o.*, a.state as attempt, a.amount_cents, a.square_payment_id,
      (select json_agg(l) from order_lines l where l.order_id = o.id and l.added_at is null) as lines
    from orders o join payment_attempts a on a.order_id = o.id and a.request_id is null`)
  const codes = await rows(`
    select c.code, c.total_limit, c.used_count,
      (select count(*)::int from discount_redemptions r where r.code = c.code and r.state = 'consumed') as consumed,
      (select count(*)::int from discount_redemptions r where r.code = c.code and r.state = 'reserved') as reserved,
      (select count(*)::int from orders o where o.discount_code = c.code and o.state = 'paid') as paid
    from discount_codes c`)
  const mails = await rows(`select id, cause, state from outbox where template = 'order-confirmation'`)
  const returns = await rows(`
    select o.number, r.state,
      exists (select from outbox m where m.cause = 'refunded:' || r.id) as has_mail,
      exists (select from alerts l where l.subject = o.number and l.kind in ('late-payment', 'wrong-amount')) as has_alert
    from payment_attempts a join orders o on o.id = a.order_id left join stray_refunds r on r.attempt_id = a.id
    where a.state = 'orphan_refunded' and a.request_id is null`)
  const delivered = new Set((await filesOf(mailbox)).map((file) => file.replace('.json', '')))
  return [
    ...moneyBreaches(orders, ledger),
    ...outcomeBreaches(told, orders, ledger),
    ...codes.flatMap(codeBreaches),
    ...mailBreaches(orders, mails, delivered),
    ...returns.flatMap(returnBreaches),
    ...orders.flatMap(totalBreaches),
    ...(await doubledMails(mailbox)),
    ...logBreaches(log),
  ]
}

function isPaid({ state }: Row): boolean {
  return state === 'paid'
}

function isLater(reference: string): boolean {
  return (readPaymentReference(reference)?.attemptNo ?? FIRST_ATTEMPT) > FIRST_ATTEMPT
}

function moneyBreaches(orders: Row[], ledger: EmulatorLedger): string[] {
  const { captures, capturedCents, refundedCents, payments } = ledger
  const byNumber = new Map(orders.map((order) => [String(order.number), order]))
  const breaches: string[] = []
  for (const [number, count] of Object.entries(captures)) {
    if (count > 1) breaches.push(`${number} was captured ${count} times`)
    // findRequestBreaches checks later requests.
    if (isLater(number)) continue
    const order = byNumber.get(number)
    const kept = (capturedCents[number] ?? 0) - (refundedCents[number] ?? 0)
    if (kept !== 0 && !(order && isPaid(order)))
      breaches.push(`${kept} cents were kept for ${number}, which is not paid`)
    if (order && isPaid(order) && kept !== order.total_cents)
      breaches.push(`${number} costs ${String(order.total_cents)} cents, and ${kept} were kept`)
  }
  for (const order of orders) {
    const number = String(order.number)
    if (isPaid(order) && !captures[number]) breaches.push(`${number} is paid without a capture`)
    if (order.attempt === 'sending' || order.attempt === 'unknown') breaches.push(`${number} is still open`)
  }
  for (const { reference_id: number = '', created_at: createdAt, status } of payments) {
    const order = byNumber.get(number)
    const age = order ? Date.parse(createdAt) - new Date(String(order.created_at)).getTime() : 0
    if (status === 'COMPLETED' && age > LATEST_CAPTURE_MS)
      breaches.push(`${number} was captured ${age} ms after it was made`)
  }
  return breaches
}

function outcomeBreaches(
  told: readonly Told[],
  orders: Row[],
  { captures, capturedCents, refundedCents }: EmulatorLedger,
): string[] {
  const byKey = new Map(orders.map((order) => [order.checkout_key, order]))
  return told.flatMap(({ checkoutId, outcome, orderNumber }) => {
    const order = byKey.get(checkoutId)
    const number = String(order?.number)
    if (outcome === 'unanswered') return [`${checkoutId} waited for an answer in vain`]
    if (outcome === 'paid' && !(order && isPaid(order) && number === orderNumber))
      return [`${checkoutId} was told that ${orderNumber} is paid, and it is not`]
    if (outcome === 'failed' && captures[number] && capturedCents[number] !== refundedCents[number])
      return [`${checkoutId} was told that nothing was taken, and ${capturedCents[number]} cents were`]
    return []
  })
}

function codeBreaches({ code, total_limit: limit, used_count: used, consumed, reserved, paid }: Row): string[] {
  const isRight =
    used === consumed && used === paid && reserved === 0 && (limit === null || Number(used) <= Number(limit))
  return isRight
    ? []
    : [
        `code ${String(code)}: counts ${String(used)}, consumed ${String(consumed)}, reserved ${String(reserved)}, paid ${String(paid)} of ${String(limit)}`,
      ]
}

function mailBreaches(orders: Row[], mails: Row[], delivered: Set<string>): string[] {
  const byCause = new Map(mails.map((mail) => [mail.cause, mail]))
  return orders.flatMap((order) => {
    const mail = byCause.get(`order-confirmation:${String(order.id)}`)
    const number = String(order.number)
    if (isPaid(order) && !mail) return [`${number} has no confirmation`]
    if (mail && !isPaid(order)) return [`${number} has a confirmation and is not paid`]
    return mail && !delivered.has(String(mail.id)) ? [`the confirmation of ${number} never arrived`] : []
  })
}

/** Late payments have been refunded, and their buyers and the owner notified. */
function returnBreaches({ number, state, has_mail: hasMail, has_alert: hasAlert }: Row): string[] {
  return [
    ...(state === 'completed' ? [] : [`the late payment of ${String(number)} has not gone back`]),
    ...(hasMail ? [] : [`the buyer of ${String(number)} was not told that the money goes back`]),
    ...(hasAlert ? [] : [`nobody was alerted to the late payment of ${String(number)}`]),
  ]
}

/** Without files that are still being written. */
async function filesOf(mailbox: string): Promise<string[]> {
  return (await readdir(mailbox)).filter((file) => file.endsWith('.json'))
}

/** Two files with the same order would be two emails. */
async function doubledMails(mailbox: string): Promise<string[]> {
  const seen = new Set<string>()
  const breaches: string[] = []
  for (const file of await filesOf(mailbox)) {
    const text = await readFile(`${mailbox}/${file}`, 'utf8')
    const number = /"subject":\s*"Your order (BLM-[\w-]+)"/.exec(text)?.[1]
    if (number && seen.has(number)) breaches.push(`${number} was confirmed twice`)
    if (number) seen.add(number)
  }
  return breaches
}

type Line = { price_cents: number; quantity: number }

/** Recalculated independently with BigInt, only from the lines and the state. */
function totalBreaches(order: Row): string[] {
  const subtotal = (order.lines as Line[]).reduce(
    (sum, line) => sum + BigInt(line.price_cents) * BigInt(line.quantity),
    0n,
  )
  const discount = BigInt(Number(order.discount_cents))
  const shipping = subtotal >= 7500n ? 0n : 999n
  const taxable = subtotal - discount
  const tax = order.state_code === 'UT' ? (taxable * 715n * 2n + 10_000n) / 20_000n : 0n
  const total = taxable + shipping + tax
  const stored = BigInt(Number(order.total_cents))
  return total === stored && BigInt(Number(order.amount_cents)) === total
    ? []
    : [`${String(order.number)} should cost ${total} cents, and costs ${stored}`]
}

function logBreaches(log: string): string[] {
  const found = /cnon:|wnon:|@example\.com|\b4(?:111|000)\d{12}\b|emulator-access-token/.exec(log)
  return found ? [`the log holds ${JSON.stringify(found[0])}`] : []
}
