import { and, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { mailboxOf } from '#domain/text/fold-email.ts'
import { orderLinesTable, ordersTable } from '#server/orders/orders.tables.ts'
import { returnsTable } from '#server/orders/returns.tables.ts'
import { shipmentsTable } from '#server/orders/shipments.tables.ts'
import { paymentAttemptsTable, refundsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { FORGOTTEN } from '#server/platform/mail/outbox.queries.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { reviewsTable } from '#server/reviews/reviews.tables.ts'

/** Returns true if a column of addresses as typed holds one of this customer: foldEmail in SQL. */
function isOf(column: SQL | typeof outboxTable.recipient, foldedEmail: string): SQL | undefined {
  const { name, domains, ignoresDots } = mailboxOf(foldedEmail)
  const typedName = sql`split_part(lower(${column}), '@', 1)`
  const untagged = sql`split_part(${typedName}, '+', 1)`
  const folded = ignoresDots ? sql`replace(${untagged}, '.', '')` : untagged
  return and(
    inArray(sql`split_part(lower(${column}), '@', 2)`, domains),
    eq(sql`coalesce(nullif(${folded}, ''), ${typedName})`, name),
  )
}

export async function listOrdersOf(orm: Orm, foldedEmail: string) {
  return orm
    .select()
    .from(ordersTable)
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(desc(ordersTable.createdAt), ordersTable.id)
}

export async function listLinesOf(orm: Orm, foldedEmail: string) {
  const { orderId, position, name, size, priceCents, exchanged } = orderLinesTable
  const quantity = sql<number>`${orderLinesTable.quantity} - ${exchanged}`.mapWith(Number)
  return orm
    .select({ orderId, name, size, quantity, priceCents })
    .from(orderLinesTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(and(eq(ordersTable.foldedEmail, foldedEmail), gt(orderLinesTable.quantity, exchanged)))
    .orderBy(orderId, position)
}

/** What is known about the cards they paid with. */
export async function listCardsOf(orm: Orm, foldedEmail: string) {
  const { orderId, cardBrand, cardLast4, createdAt } = paymentAttemptsTable
  return orm
    .select({ orderId, cardBrand, cardLast4 })
    .from(paymentAttemptsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(and(eq(ordersTable.foldedEmail, foldedEmail), isNotNull(cardLast4)))
    .orderBy(createdAt)
}

/** Their refunds, with the reasons given. */
export async function listRefundsOf(orm: Orm, foldedEmail: string) {
  const { orderId } = paymentAttemptsTable
  const { amountCents, reason, createdAt } = refundsTable
  return orm
    .select({ orderId, amountCents, reason, createdAt })
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(createdAt)
}

/** The packages that were sent to them. */
export async function listShipmentsOf(orm: Orm, foldedEmail: string) {
  const { orderId, carrier, trackingNumber, shippedAt } = shipmentsTable
  return orm
    .select({ orderId, carrier, trackingNumber, shippedAt })
    .from(shipmentsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(shippedAt)
}

/** What they sent back, with the reasons given. */
export async function listReturnsOf(orm: Orm, foldedEmail: string) {
  const { orderId, state, reason, words, createdAt } = returnsTable
  return orm
    .select({ orderId, state, reason, words, createdAt })
    .from(returnsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(eq(ordersTable.foldedEmail, foldedEmail))
    .orderBy(createdAt)
}

/** Reviews under their address or about one of their orders. */
export async function listReviewsOf(orm: Orm, foldedEmail: string) {
  const { id, productId, rating, title, body, reviewerName, reviewerLocation, isPublished, reviewDate } = reviewsTable
  const isOfTheirOrder = sql`${reviewsTable.verifiedPurchase} and exists
    (select 1 from ${ordersTable} o where o.number = reviews.order_number and o.folded_email = ${foldedEmail})`
  return orm
    .select({
      id,
      productId,
      rating,
      title,
      body,
      reviewerName,
      reviewerLocation,
      isPublished,
      reviewDate,
      email: sql<string | null>`reviews.email`,
      orderNumber: sql<string | null>`reviews.order_number`,
    })
    .from(reviewsTable)
    .where(or(isOf(sql`reviews.email`, foldedEmail), isOfTheirOrder))
    .orderBy(desc(reviewDate), id)
}

export type CustomerReview = Awaited<ReturnType<typeof listReviewsOf>>[number]

/**
 * Pending emails about an order still go out after a deletion; the welcome email doesn't. Anything sent or failed is
 * past.
 */
const isPast = sql<boolean>`(${outboxTable.state} <> 'waiting' or ${outboxTable.template} = 'welcome')`

export async function listMailsTo(orm: Orm, foldedEmail: string) {
  const { id, recipient, template, createdAt, sentAt } = outboxTable
  return orm
    .select({ id, recipient, template, createdAt, sentAt, isPast })
    .from(outboxTable)
    .where(isOf(recipient, foldedEmail))
    .orderBy(desc(createdAt), id)
}

/** Erases recipient and content of past emails; the cause stays, so that none of them is sent again. */
export async function forgetMails(tx: Orm, foldedEmail: string): Promise<number> {
  const forgotten = await tx
    .update(outboxTable)
    .set({
      ...FORGOTTEN,
      state: sql`case when ${outboxTable.state} = 'sent' then 'sent' else 'cancelled' end`,
    })
    .where(and(isOf(outboxTable.recipient, foldedEmail), isPast))
    .returning({ id: outboxTable.id })
  return forgotten.length
}

/** Keeps the displayed short name and no address. The order it refers to stays too. */
export async function forgetReviewer(tx: Orm, reviewId: string, shownName: string): Promise<void> {
  await tx.execute(sql`update ${reviewsTable} set email = null, reviewer_name = ${shownName} where id = ${reviewId}`)
}
