import { shortName } from '#domain/display.ts'
import { foldEmail } from '#domain/fold-email.ts'
import { type Actor, addAudit } from '#server/db/audit-log.queries.ts'
import type { Database, Orm } from '#server/db/database.ts'
import {
  findOrderEmails,
  forgetMails,
  forgetReviewer,
  listLinesOf,
  listMailsTo,
  listOrdersOf,
  listReviewsOf,
} from '#server/db/people.queries.ts'
import { deleteSubscriber, deleteUnusedCode, findSubscriber, retireCode } from '#server/db/subscribers.queries.ts'

export type Person = Awaited<ReturnType<typeof findPerson>>

/** Whoever asks what the shop holds about them, or asks to be forgotten: one address, whichever door they came in by. */
export function createPeopleService({ orm }: Database) {
  return {
    find: (email: string): Promise<Person> => findPerson(orm, email),

    /**
     * Answers whether there was anything to forget. Orders, their lines and the codes used on them stay as they are:
     * tax law wants them kept. The log says that somebody was forgotten, and by whom; not who it was.
     */
    forget: (email: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        if (!(await forgetPerson(tx, email))) return false
        const subject = { subjectKind: 'person', subjectId: 'forgotten' }
        await addAudit(tx, { ...actor, ...subject, action: 'person.forget', before: null, after: null })
        return true
      }),
  }
}

async function findPerson(orm: Orm, email: string) {
  const foldedEmail = foldEmail(email)
  const subscriber = await findSubscriber(orm, foldedEmail)
  const addresses = await addressesOf(orm, email, subscriber?.email)
  const [orders, lines, reviews, mails] = await Promise.all([
    listOrdersOf(orm, foldedEmail),
    listLinesOf(orm, foldedEmail),
    listReviewsOf(orm, addresses),
    listMailsTo(orm, addresses),
  ])
  return {
    email,
    subscriber,
    orders: orders.map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) })),
    reviews,
    mails,
  }
}

async function forgetPerson(tx: Orm, email: string): Promise<boolean> {
  const subscriber = await deleteSubscriber(tx, foldEmail(email))
  const addresses = await addressesOf(tx, email, subscriber?.email)
  const mailCount = await forgetMails(tx, addresses)
  const reviews = await listReviewsOf(tx, addresses)
  for (const { id, reviewerName } of reviews) await forgetReviewer(tx, id, shortName(reviewerName))
  if (subscriber) {
    await deleteUnusedCode(tx, subscriber.discountCode)
    await retireCode(tx, subscriber.discountCode)
  }
  return subscriber !== undefined || mailCount > 0 || reviews.length > 0
}

/** Mails and reviews know an address as it was typed, and the same person may have typed it in several ways. */
async function addressesOf(orm: Orm, email: string, subscribed: string | undefined): Promise<string[]> {
  const ordered = await findOrderEmails(orm, foldEmail(email))
  return [email, ...(subscribed ? [subscribed] : []), ...ordered]
}
