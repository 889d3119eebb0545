import { foldEmail } from '#domain/text/fold-email.ts'
import { shortName } from '#domain/time/display.ts'
import {
  deleteSubscriber,
  deleteUnusedCode,
  findSubscriber,
  retireCode,
} from '#server/newsletter/subscribers.queries.ts'
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

/** Whoever asks what the shop holds about them, or asks to be forgotten: one address, whichever door they came in by. */
export function createCustomerService({ orm }: Database) {
  return {
    find: (email: string): Promise<Person> => findPerson(orm, email),

    /**
     * Answers whether there was anything to forget. Orders, their lines and the codes used on them stay as they are:
     * tax law wants them kept. The log says that somebody was forgotten, and by whom; not who it was.
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
  const subscriber = await deleteSubscriber(tx, foldedEmail)
  const mailCount = await forgetMails(tx, foldedEmail)
  const reviews = (await listReviewsOf(tx, foldedEmail)).filter(isNamed)
  for (const { id, reviewerName } of reviews) await forgetReviewer(tx, id, shortName(reviewerName))
  if (subscriber) {
    await deleteUnusedCode(tx, subscriber.discountCode)
    await retireCode(tx, subscriber.discountCode)
  }
  return subscriber !== undefined || mailCount > 0 || reviews.length > 0
}

/** Whether a review tells more of its author than its readers see. */
function isNamed({ email, reviewerName }: CustomerReview): boolean {
  return email !== null || reviewerName !== shortName(reviewerName)
}
