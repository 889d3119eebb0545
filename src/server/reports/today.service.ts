import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listDeadMails, retryDeadMail } from '#server/platform/mail/outbox.queries.ts'
import type { Work } from './reports.views.ts'
import {
  countWaiting,
  countWork,
  hasSoldBefore,
  listDeliveryProblems,
  listLowStock,
  listPendingBalances,
  listUnshippedDays,
} from './today.queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 16 CFR 435 allows 30 days to ship; at 20 there is still time to act. */
const OVERDUE_DAYS = 20
/** The difference between 1,000 and 40,000 doesn't matter, and counting further would be slow. */
const COUNTED_UP_TO = 1000
const SHOWN = 5

export type TodayService = ReturnType<typeof createTodayService>

/** Open work for the shop's operators. */
export function createTodayService({ orm }: Database, now: () => Date, lowAt: () => number) {
  let hasSold = false

  return {
    /** True until the first order was paid; after that nothing is read. */
    async isFirstDay(): Promise<boolean> {
      hasSold ||= await hasSoldBefore(orm)
      return !hasSold
    },

    async work(): Promise<Work> {
      const overdueBefore = new Date(now().getTime() - OVERDUE_DAYS * DAY_MS)
      const [counts, unshippedDays, lowStock, failedMails, deliveryProblems, pendingBalances] = await Promise.all([
        countWork(orm, { overdueBefore, fewBottles: lowAt(), limit: COUNTED_UP_TO }),
        listUnshippedDays(orm, COUNTED_UP_TO),
        listLowStock(orm, lowAt(), SHOWN),
        listDeadMails(orm, SHOWN),
        listDeliveryProblems(orm, SHOWN),
        listPendingBalances(orm, SHOWN),
      ])
      const listed = { unshippedDays, lowStock, failedMails, deliveryProblems, pendingBalances }
      return { counts, countedUpTo: COUNTED_UP_TO, ...listed }
    },

    /** The counts in the desk's navigation, on every screen. */
    waiting: () => countWaiting(orm, COUNTED_UP_TO),

    /** Returns true if this email existed and had failed. */
    resendMail: (id: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        if (!(await retryDeadMail(tx, id))) return false
        const before = { state: 'dead' }
        await addAudit(tx, {
          ...actor,
          action: 'mail.resend',
          subjectKind: 'mail',
          subjectId: id,
          before,
          after: { state: 'waiting' },
        })
        return true
      }),
  }
}
