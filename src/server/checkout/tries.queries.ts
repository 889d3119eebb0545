import { type SQL, sql } from 'drizzle-orm'
import { CODES_WITHOUT_CARD, type Failures, type Lane } from '#domain/money/card-testing.ts'
import { alertsTable } from '#server/alerts/alerts.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { paymentAttemptsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Purge } from '#server/platform/db/purge.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { msAgo } from '#server/platform/db/time.ts'

export type NewTry = {
  id: string
  checkoutKey: string
  ticket: string | undefined
  clientHash: string
  networkHash: string
  lane: Lane
}

/** How long a try without an order counts as open. */
const UNORDERED = sql`interval '1 minute'`

/** Returns false if the checkout or the ticket already has a try. */
export async function insertTry(orm: Orm, row: NewTry): Promise<boolean> {
  const rows = await queryRows(
    orm,
    sql`insert into payment_tries (id, checkout_key, ticket_id, client_hash, network_hash, lane)
      values (${row.id}, ${row.checkoutKey}, ${row.ticket ?? null}, ${row.clientHash}, ${row.networkHash}, ${row.lane})
      on conflict do nothing returning id`,
  )
  return rows.length > 0
}

export async function hasTry(orm: Orm, checkoutKey: string): Promise<boolean> {
  return (await queryRows(orm, sql`select from payment_tries where checkout_key = ${checkoutKey}`)).length > 0
}

/** Links the try to its order. Returns false if there is no try; then nothing may be charged. */
export async function claimTry(tx: Orm, checkoutKey: string, orderId: string): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update payment_tries set order_id = ${orderId}
      where checkout_key = ${checkoutKey} and order_id is null and attempt_id is null returning id`,
  )
  return rows.length > 0
}

/** Links the try to a charge that pays a request. Returns false if there is no try; then nothing may be charged. */
export async function claimTryForCharge(tx: Orm, checkoutKey: string, attemptId: string): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update payment_tries set attempt_id = ${attemptId}
      where checkout_key = ${checkoutKey} and order_id is null and attempt_id is null returning id`,
  )
  return rows.length > 0
}

/** A try without an order isn't counted, and its ticket can be used again. */
export async function deleteTry(orm: Orm, id: string): Promise<void> {
  await orm.execute(sql`delete from payment_tries where id = ${id} and order_id is null and attempt_id is null`)
}

export const purgeTries: Purge = async (orm, olderThanMs, limit) => {
  const rows = await queryRows(
    orm,
    sql`delete from payment_tries where id = any(array(
      select id from payment_tries where created_at < ${msAgo(olderThanMs)} limit ${limit} for update skip locked))
      returning id`,
  )
  return rows.length
}

export type FailureCounts = Failures & {
  /** Declines of real cards, by any sender. */
  declinedCards: number
}

export type Counted = { checkoutKey: string; clientHash: string; networkHash: string; foldedEmail: string }

/** Everything in the last hour that did not end in a payment, except for the checkout in question. */
export async function countFailures(
  orm: Orm,
  { checkoutKey, clientHash, networkHash, foldedEmail }: Counted,
): Promise<FailureCounts> {
  const count = (condition: SQL) => sql`(count(*) filter (where ${condition}))::integer`
  const isDeclined = sql`state = 'declined'`
  const isCard = sql`${isDeclined} and error_category = 'PAYMENT_METHOD_ERROR'
    and error_code not in ${[...CODES_WITHOUT_CARD]}`
  // Otherwise many charges at once would be sent before the first of them is declined.
  const isTried = sql`(state in ('sending', 'unordered') or (${isCard}))`
  const [row] = await queryRows<FailureCounts>(
    orm,
    sql`with failures as (
        select coalesce(c.lane, t.lane, 'free') as lane, coalesce(c.client_hash, t.client_hash, a.client_hash) as client_hash,
          coalesce(c.network_hash, t.network_hash) as network_hash, o.folded_email, a.state, a.card_hash, a.error_category, a.error_code
        from ${paymentAttemptsTable} a join ${ordersTable} o on o.id = a.order_id
        left join payment_tries c on c.attempt_id = a.id
        left join payment_tries t on t.order_id = a.order_id and a.request_id is null
        where a.state in ('declined', 'sending', 'unknown') and a.created_at > now() - interval '1 hour'
      union all
        select lane, client_hash, network_hash, null, 'unordered', null, null, null
        from payment_tries
        where order_id is null and attempt_id is null and created_at > now() - ${UNORDERED} and checkout_key <> ${checkoutKey}
      ), own_cards as (
        select card_hash from failures where client_hash = ${clientHash} and ${isDeclined} and card_hash is not null
      )
      select ${count(sql`lane = 'free'`)} as free,
        ${count(sql`lane = 'proven' and ${isDeclined}`)} as proven,
        ${count(sql`lane = 'suspect'`)} as suspect,
        ${count(sql`client_hash = ${clientHash}`)} as client,
        ${count(sql`${isDeclined} and client_hash = ${clientHash}`)} as "clientDeclined",
        ${count(sql`${isTried} and client_hash = ${clientHash}`)} as "clientCards",
        ${count(sql`${isDeclined} and card_hash in (select card_hash from own_cards)`)} as card,
        ${count(sql`${isDeclined} and network_hash = ${networkHash}`)} as network,
        ${count(sql`${isTried} and network_hash = ${networkHash}`)} as "networkCards",
        ${count(sql`${isDeclined} and folded_email = ${foldedEmail}`)} as person,
        ${count(isCard)} as "declinedCards"
      from failures`,
  )
  if (!row) throw new Error('aggregate query returned no row')
  return row
}

/** Returns true if no alert of this kind was raised recently. Serialized by an advisory lock. */
export async function lockFirstAlert(tx: Orm, kind: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert:${kind}`}, 0))`)
  const recent = await queryRows(
    tx,
    sql`select from ${alertsTable} where kind = ${kind} and created_at > now() - interval '6 hours' limit 1`,
  )
  return recent.length === 0
}
