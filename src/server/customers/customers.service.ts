import type { CustomerNote } from '#contract/customer-note.ts'
import { customerFigures } from '#domain/customers/customer-figures.ts'
import { withKnownSpelling } from '#domain/customers/tags.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { shortName } from '#domain/time/display.ts'
import { forgetLabelImages } from '#server/labels/label-images.service.ts'
import { findSubscriber, forgetSubscriber } from '#server/newsletter/subscribers.service.ts'
import { findMailboxes } from '#server/orders/list.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { listCustomers } from './customer-list.queries.ts'
import { deleteNote, findNote, listTags, lockNote, setNote } from './customer-notes.queries.ts'
import {
  forgetMails,
  forgetReviewer,
  listCardsOf,
  listLinesOf,
  listMailsTo,
  listOrdersOf,
  listRefundsOf,
  listReturnsOf,
  listReviewsOf,
  listShipmentsOf,
  type CustomerReview,
} from './customers.queries.ts'
import type { CustomerCursor, ListedCustomer, Person } from './customers.views.ts'

const PER_PAGE = 30
/** A search that nearly everyone matches reads at most this many orders from each place it searches. */
const MAX_MATCHES = 100
/** Enough to filter by; further tags are found by typing. */
const TAGS_IN_USE = 100

export type NoteResult =
  /** False if nothing was changed. */
  | { ok: true; isChanged: boolean }
  /** Another operator saved first; `current` is what they saved. */
  | { ok: false; current: CustomerNote; version: string }

export type CustomerPage = {
  customers: ListedCustomer[]
  next: CustomerCursor | undefined
  /** True if more match than were read. */
  hasMore: boolean
}

export type CustomerService = ReturnType<typeof createCustomerService>

/** Customers: lists them, collects everything stored about one of them, and erases it. */
export function createCustomerService({ orm }: Database) {
  return {
    find: (email: string): Promise<Person> => findPerson(orm, email),

    async list(search: string, tag: string, after: CustomerCursor | undefined): Promise<CustomerPage> {
      const typed = search.trim()
      const { mailboxes, hasMore } =
        typed === '' ? { mailboxes: undefined, hasMore: false } : await findMailboxes(orm, typed, MAX_MATCHES)
      const found = await listCustomers(orm, { mailboxes, tag, after, limit: PER_PAGE + 1 })
      const customers = found.slice(0, PER_PAGE)
      const last = found.length > PER_PAGE ? customers.at(-1) : undefined
      return { customers, next: last && { micros: last.micros, id: last.id }, hasMore }
    },

    tags: (): Promise<string[]> => listTags(orm, TAGS_IN_USE),

    /** The log records that a note was changed and by whom, not its text, because nothing is ever removed from the log. */
    saveNote: (email: string, sent: CustomerNote, expectedVersion: string, actor: Actor): Promise<NoteResult> =>
      inTransaction(orm, async (tx) => {
        const foldedEmail = foldEmail(email)
        const current = await lockNote(tx, foldedEmail)
        const value = { ...sent, tags: withKnownSpelling(sent.tags, await listTags(tx, TAGS_IN_USE)) }
        const version = versionToken(current)
        if (version === versionToken(value)) return { ok: true, isChanged: false }
        if (version !== expectedVersion) return { ok: false, current, version }
        await setNote(tx, foldedEmail, value)
        const subject = { subjectKind: 'person', subjectId: 'customer', before: null, after: null }
        await addAudit(tx, { ...actor, ...subject, action: 'person.note' })
        return { ok: true, isChanged: true }
      }),

    /**
     * Returns true if there was anything to delete. Orders, their lines and used codes stay: tax law requires it. The
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
  const [subscriber, orders, lines, cards, refunds, shipments, returns, reviews, mails, note] = await Promise.all([
    findSubscriber(orm, foldedEmail),
    listOrdersOf(orm, foldedEmail),
    listLinesOf(orm, foldedEmail),
    listCardsOf(orm, foldedEmail),
    listRefundsOf(orm, foldedEmail),
    listShipmentsOf(orm, foldedEmail),
    listReturnsOf(orm, foldedEmail),
    listReviewsOf(orm, foldedEmail),
    listMailsTo(orm, foldedEmail),
    findNote(orm, foldedEmail),
  ])
  return {
    email,
    subscriber,
    orders: orders.map((order) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
      cards: cards.filter(({ orderId }) => orderId === order.id),
      refunds: refunds.filter(({ orderId }) => orderId === order.id),
      shipments: shipments.filter(({ orderId }) => orderId === order.id),
      returns: returns.filter(({ orderId }) => orderId === order.id),
    })),
    reviews,
    mails,
    note,
    figures: customerFigures(orders.map((order) => ({ ...order, laterCents: paidLaterCents(order) }))),
    canForget:
      subscriber !== undefined ||
      reviews.some(isNamed) ||
      mails.some(({ isPast }) => isPast) ||
      note.note !== '' ||
      note.tags.length > 0,
  }
}

async function forgetPerson(tx: Orm, foldedEmail: string): Promise<boolean> {
  const wasSubscriber = await forgetSubscriber(tx, foldedEmail)
  const hadNote = await deleteNote(tx, foldedEmail)
  const mailCount = await forgetMails(tx, foldedEmail)
  const labelCount = await forgetLabelImages(tx, foldedEmail)
  const reviews = (await listReviewsOf(tx, foldedEmail)).filter(isNamed)
  for (const { id, reviewerName } of reviews) await forgetReviewer(tx, id, shortName(reviewerName))
  return wasSubscriber || hadNote || mailCount > 0 || labelCount > 0 || reviews.length > 0
}

/** Returns true if a review contains more about its author than readers see. */
function isNamed({ email, reviewerName }: CustomerReview): boolean {
  return email !== null || reviewerName !== shortName(reviewerName)
}
