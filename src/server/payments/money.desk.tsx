import type { Logger } from 'pino'
import { z } from 'zod'
import { deskPaths, type MoneyRepair } from '#desk/desk-paths.ts'
import { Money } from '#desk/views/payments/money.tsx'
import { isDifferenceKind } from '#domain/money/money-difference.ts'
import { isStuckQueue, type StuckQueue } from '#domain/money/stuck-queues.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { isDay, spanOfShopDays } from '#domain/time/shop-day.ts'
import type { AlertService } from '#server/alerts/alerts.service.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { UnknownCommit } from '#server/platform/db/in-transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MoneyCheckService } from './money-check.service.ts'
import type { MoneyDays } from './money-days.service.ts'
import type { MoneyRepairs, RepairResult } from './money-repair.service.ts'
import type { MoneyReport } from './payments.views.ts'
import type { StuckWork } from './stuck-work.service.ts'

/** A longer listing would make the page too slow. */
const MAX_DAYS = 31
const AWAY = 'Square isn’t answering right now. Try again in a few minutes.'
const MAYBE_SAVED = 'We don’t know if that was saved. Reload the page.'

const subjectSchema = z.string().regex(/^[\w-]{1,100}$/)
/** Event ids are chosen by Square. */
const stuckIdSchema = z.string().regex(/^[\x20-\x7e]{1,200}$/)
const noteSchema = z.string().trim().min(1).max(500)

type MoneyDeps = {
  alerts: AlertService
  moneyCheck: MoneyCheckService
  moneyDays: MoneyDays
  moneyRepairs: MoneyRepairs
  stuckWork: StuckWork
  log: Logger
  now: () => Date
}

export function moneyRoutes({
  alerts,
  moneyCheck,
  moneyDays,
  moneyRepairs,
  stuckWork,
  log,
  now,
}: MoneyDeps): DeskRoute[] {
  /** The requested days; yesterday and today if none or invalid ones were given. */
  function readDays(given: (name: string) => string): { days: { from: string; to: string }; problem?: string } {
    const today = shopDay(now())
    const usual = { from: addDays(today, -1), to: today }
    const [from, to] = [given('from'), given('to')]
    if (from === '' && to === '') return { days: usual }
    if (!isDay(from) || !isDay(to) || from > to)
      return { days: usual, problem: 'Choose a first day and a last day, in that order.' }
    if (addDays(from, MAX_DAYS) <= to) return { days: usual, problem: `Choose at most ${MAX_DAYS} days.` }
    return { days: { from, to } }
  }

  async function compare(days: { from: string; to: string }): Promise<MoneyReport | undefined> {
    try {
      return await moneyCheck.check(spanOfShopDays(days.from, days.to))
    } catch (error) {
      log.warn({ err: error }, 'reconciliation failed')
      return undefined
    }
  }

  async function render(visit: OperatorVisit): Promise<Response> {
    const { days, problem } = readDays(visit.query)
    const [report, nights, shown, stuck] = await Promise.all([
      compare(days),
      moneyCheck.nights(),
      alerts.list(),
      stuckWork.list(),
    ])
    const { role } = visit.operator
    const body = (
      <Money
        days={days}
        report={report}
        problem={problem ?? (report ? undefined : AWAY)}
        nights={nights}
        alerts={shown}
        stuck={stuck}
        maySee={isAtLeast(role, 'staff')}
        mayRepair={isAtLeast(role, 'owner')}
      />
    )
    return visit.page({ title: 'Payouts & reconciliation', section: 'money', body })
  }

  function repair(name: MoneyRepair, work: (subject: string, actor: Actor) => Promise<RepairResult>): DeskRoute {
    return {
      method: 'POST',
      path: `/money/${name}`,
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const fields = await visit.form()
        const result = await tryRepair(() => work(readSubject(fields), visit.actor))
        return redirectBack(visit, fields, result)
      },
    }
  }

  /** If the provider is unavailable, nothing has changed on either side; what is saved is sent later. */
  async function tryRepair(work: () => Promise<RepairResult>): Promise<RepairResult> {
    try {
      const result = await work()
      if (result.ok) await recheckDays()
      return result
    } catch (error) {
      if (error instanceof AppError) throw error
      log.error({ err: error }, 'failed to repair a difference')
      return { ok: false, message: error instanceof UnknownCommit ? MAYBE_SAVED : `${AWAY} Nothing was changed.` }
    }
  }

  /** Best effort: the repair is done, and the periodic check will look again later. */
  async function recheckDays(): Promise<void> {
    try {
      await moneyDays.recheck()
    } catch (error) {
      log.warn({ err: error }, 'failed to recheck days with differences')
    }
  }

  function stuckRoute(
    name: MoneyRepair,
    work: (queue: StuckQueue, id: string, actor: Actor) => Promise<RepairResult>,
    guard: { isSensitive?: true } = {},
  ): DeskRoute {
    return {
      ...guard,
      method: 'POST',
      path: `/money/${name}`,
      role: 'owner',
      async handle(visit) {
        const fields = await visit.form()
        const queue = fields.get('queue')
        const { data: id } = stuckIdSchema.safeParse(fields.get('subject'))
        if (!isStuckQueue(queue) || id === undefined)
          throw new AppError('invalid_request', 'Choose what to try again or close.', 400)
        return redirectBack(visit, fields, await work(queue, id, visit.actor))
      },
    }
  }

  function redirectBack(visit: OperatorVisit, fields: URLSearchParams, result: RepairResult): Response {
    const { days } = readDays((name) => fields.get(name) ?? '')
    return visit.go(deskPaths.money(days), { kind: result.ok ? 'done' : 'problem', text: result.message })
  }

  return [
    { method: 'GET', path: '/money', role: 'read-only', handle: render },
    repair('settle', (subject, actor) => moneyRepairs.settle(subject, actor)),
    repair('give-back', (subject, actor) => moneyRepairs.giveBack(subject, actor)),
    repair('close', (subject, actor) => moneyRepairs.close(toId(subject), actor)),
    repair('record-refund', (subject, actor) => moneyRepairs.recordRefund(subject, actor)),
    repair('resend-refund', (subject, actor) => moneyRepairs.resendRefund(toId(subject), actor)),
    {
      method: 'POST',
      path: '/money/explain',
      role: 'owner',
      async handle(visit) {
        const fields = await visit.form()
        const kind = fields.get('kind')
        const { data: note } = noteSchema.safeParse(fields.get('note'))
        if (!isDifferenceKind(kind) || note === undefined)
          throw new AppError('invalid_request', 'Describe what happened in 500 characters or less.', 400)
        const subject = readSubject(fields)
        const result = await tryRepair(() => moneyRepairs.explain(kind, subject, note, visit.actor))
        return redirectBack(visit, fields, result)
      },
    },
    // It may send a refund.
    stuckRoute('retry-stuck', (queue, id, actor) => stuckWork.retry(queue, id, actor), { isSensitive: true }),
    stuckRoute('close-stuck', (queue, id, actor) => stuckWork.close(queue, id, actor)),
    {
      method: 'POST',
      path: '/alerts/:id/seen',
      role: 'staff',
      async handle(visit) {
        const isNew = await alerts.markSeen(visit.id('id'), visit.actor)
        return visit.go(
          `${deskPaths.money()}#alerts`,
          isNew
            ? { kind: 'done', text: 'Marked as seen.' }
            : { kind: 'problem', text: 'This alert was already marked as seen.' },
        )
      },
    },
  ]
}

function readSubject(fields: URLSearchParams): string {
  const { data } = subjectSchema.safeParse(fields.get('subject'))
  if (!data) throw new AppError('invalid_request', 'Choose a payment, order, or refund.', 400)
  return data
}

function toId(subject: string): string {
  const { data } = z.uuid().safeParse(subject)
  if (!data) throw new AppError('invalid_request', 'Choose an order or refund.', 400)
  return data
}
