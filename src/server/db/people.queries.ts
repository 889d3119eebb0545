import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Orm } from './database.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'
import { outboxTable } from './outbox.table.ts'
import { reviewsTable } from './reviews.table.ts'

const recipient = sql`lower(${outboxTable.recipient})`
/** No query that draws a page can name this column: the table's description leaves it out. */
const reviewerEmail = sql`lower(reviews.email)`

/** Every spelling under which this person ordered. */
export async function findOrderEmails(orm: Orm, foldedEmail: string): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ email: ordersTable.email })
    .from(ordersTable)
    .where(eq(ordersTable.foldedEmail, foldedEmail))
  return rows.map(({ email }) => email)
}

export async function listOrdersOf(orm: Orm, foldedEmail: string) {
  return orm
    .select()
    .from(ordersTable)
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(desc(ordersTable.createdAt), ordersTable.id)
}

export async function listLinesOf(orm: Orm, foldedEmail: string) {
  const { orderId, position, name, size, quantity, priceCents } = orderLinesTable
  return orm
    .select({ orderId, name, size, quantity, priceCents })
    .from(orderLinesTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(orderId, position)
}

export async function listReviewsOf(orm: Orm, addresses: readonly string[]) {
  return orm
    .select()
    .from(reviewsTable)
    .where(inArray(reviewerEmail, lowered(addresses)))
    .orderBy(desc(reviewsTable.reviewDate), reviewsTable.id)
}

export async function listMailsTo(orm: Orm, addresses: readonly string[]) {
  const { id, template, createdAt, sentAt, state } = outboxTable
  return orm
    .select({ id, recipient: outboxTable.recipient, template, createdAt, sentAt, state })
    .from(outboxTable)
    .where(inArray(recipient, lowered(addresses)))
    .orderBy(desc(createdAt), id)
}

/**
 * Forgets whom past mails went to and what they said; the cause stays, so that none of them goes out again. Mails
 * about an order that still wait are the shopper's own business and leave; the welcome mail does not.
 */
export async function forgetMails(tx: Orm, addresses: readonly string[]): Promise<number> {
  const forgotten = await tx
    .update(outboxTable)
    .set({
      recipient: 'forgotten@invalid',
      payload: {},
      lastError: null,
      state: sql`case when ${outboxTable.state} = 'sent' then 'sent' else 'cancelled' end`,
    })
    .where(
      and(
        inArray(recipient, lowered(addresses)),
        or(ne(outboxTable.state, 'waiting'), eq(outboxTable.template, 'welcome')),
      ),
    )
    .returning({ id: outboxTable.id })
  return forgotten.length
}

/** Keeps of the reviewer's name what the shop shows of it, and no way to reach them. */
export async function forgetReviewer(tx: Orm, reviewId: string, shownName: string): Promise<void> {
  await tx.execute(sql`update reviews set email = null, reviewer_name = ${shownName} where id = ${reviewId}`)
}

function lowered(addresses: readonly string[]): string[] {
  return addresses.map((address) => address.toLowerCase())
}
