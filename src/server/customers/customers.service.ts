import { foldEmail } from '#domain/text/fold-email.ts'
import { shortName } from '#domain/time/display.ts'
import { findSubscriber, forgetSubscriber } from '#server/newsletter/subscribers.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import {
  forgetMails,
  forgetReviewer,
  listCardsOf,
  listLinesOf,
  listMailsTo,
  listOrdersOf,
  listRefundsOf,
  listReviewsOf,
  type CustomerReview,
} from './customers.queries.ts'
import type { Person } from './customers.views.ts'

export type CustomerService = ReturnType<typeof createCustomerService>

/** Personal data requests: what the shop holds about an address, wherever it came from, and erasing it. */
export function createCustomerService({ orm }: Database) {
  return {
    find: (email: string): Promise<Person> => findPerson(orm, email),

    /**
     * Returns true if there was anything to forget. Orders, their lines and used codes stay: tax law requires it. The
     * audit log records that a deletion happened and who made it, not whose data it was.
     */
    forget: (email: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        if (!(await forgetPerson(tx, foldEmail(email)))) return false
        const subject = { subjectKind: 'person', subjectId: 'forgotten' }
        await addAudit(tx, { ...actor, ...subject, action: 'person.forget', before: null, after: null })
        return true
      }),
  }
}

async function findPerson(orm: Orm, email: string): Promise<Person> {
  const foldedEmail = foldEmail(email)
  const [subscriber, orders, lines, cards, refunds, reviews, mails] = await Promise.all([
    findSubscriber(orm, foldedEmail),
    listOrdersOf(orm, foldedEmail),
    listLinesOf(orm, foldedEmail),
    listCardsOf(orm, foldedEmail),
    listRefundsOf(orm, foldedEmail),
    listReviewsOf(orm, foldedEmail),
    listMailsTo(orm, foldedEmail),
  ])
  return {
    email,
    subscriber,
    orders: orders.map((order) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
      card: cards.find(({ orderId }) => orderId === order.id),
      refunds: refunds.filter(({ orderId }) => orderId === order.id),
    })),
    reviews,
    mails,
    canForget: subscriber !== undefined || reviews.some(isNamed) || mails.some(({ isPast }) => isPast),
  }
}

async function forgetPerson(tx: Orm, foldedEmail: string): Promise<boolean> {
  const wasSubscriber = await forgetSubscriber(tx, foldedEmail)
  const mailCount = await forgetMails(tx, foldedEmail)
  const reviews = (await listReviewsOf(tx, foldedEmail)).filter(isNamed)
  for (const { id, reviewerName } of reviews) await forgetReviewer(tx, id, shortName(reviewerName))
  return wasSubscriber || mailCount > 0 || reviews.length > 0
}

/** Returns true if a review holds more about its author than readers see. */
function isNamed({ email, reviewerName }: CustomerReview): boolean {
  return email !== null || reviewerName !== shortName(reviewerName)
}
