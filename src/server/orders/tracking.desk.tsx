import { deskPaths } from '#desk/desk-paths.ts'
import { type PastedTracking, Tracking } from '#desk/views/orders/tracking.tsx'
import { bulkSentence } from '#domain/orders/bulk-actions.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import { matchTracking } from '#domain/orders/tracking-list.ts'
import { counted } from '#domain/time/display.ts'
import { LONG_FORM } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { OrderBulkService } from './order-bulk.service.ts'
import type { TrackingEntry } from './orders.views.ts'
import { afterNone, tickedIn } from './ticked-orders.ts'
import { readEntries, trackingOf } from './tracking-form.ts'

type TrackingDeps = { orderBulk: OrderBulkService }

type Sent = { entries: TrackingEntry[]; leftOut: number; list: string; pasted: string }

export function trackingRoutes({ orderBulk }: TrackingDeps): DeskRoute[] {
  /** Reads the form, or the address on the first visit. Orders that can no longer ship are left out. */
  async function read(visit: OperatorVisit, fields?: URLSearchParams): Promise<Sent | Response> {
    const ids = tickedIn(visit, fields)
    if (ids instanceof Response) return ids
    const found = await orderBulk.find(ids)
    const open = found.map(({ order }) => order).filter(({ state }) => isUnshipped(state))
    if (open.length === 0) return afterNone(visit, 'None of these orders can be shipped anymore.', fields)
    return {
      entries: readEntries(open, fields),
      leftOut: ids.length - open.length,
      list: toOrderList(fields?.get('list') ?? visit.query('list')),
      pasted: fields?.get('pasted') ?? '',
    }
  }

  function render(
    visit: OperatorVisit,
    sent: Sent,
    change: { problem?: string; match?: PastedTracking } = {},
  ): Response {
    const body = <Tracking {...sent} {...change} />
    const status = change.problem ? 422 : 200
    return visit.page({ title: 'Add tracking', section: 'orders', body, status, scans: true })
  }

  /** Runs with a form that has no errors; nothing is changed before. */
  async function withForm(visit: OperatorVisit, work: (sent: Sent) => Promise<Response>): Promise<Response> {
    const sent = await read(visit, await visit.form())
    if (sent instanceof Response) return sent
    if (sent.entries.some(({ problem }) => problem))
      return render(visit, sent, { problem: 'Nothing was sent. Check the numbers marked below.' })
    return work(sent)
  }

  return [
    {
      method: 'GET',
      path: '/orders/tracking',
      role: 'staff',
      async handle(visit) {
        const sent = await read(visit)
        return sent instanceof Response ? sent : render(visit, sent)
      },
    },
    {
      method: 'POST',
      path: '/orders/tracking/match',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const fields = await visit.form()
        const sent = await read(visit, fields)
        if (sent instanceof Response) return sent
        const { numbers, unmatched } = matchTracking(
          sent.pasted,
          sent.entries.map(({ order }) => order),
        )
        for (const [id, number] of numbers) fields.set(`number-${id}`, number)
        const entries = readEntries(
          sent.entries.map(({ order }) => order),
          fields,
        )
        return render(visit, { ...sent, entries }, { match: { matched: numbers.size, unmatched } })
      },
    },
    {
      method: 'POST',
      path: '/orders/tracking/save',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      handle: (visit) =>
        withForm(visit, async ({ entries, list }) => {
          const tracking = new Map(entries.map((entry) => [entry.order.id, trackingOf(entry)]))
          const { saved, skipped } = await orderBulk.saveTracking(tracking, visit.actor)
          const rest = skipped.length > 0 ? ` Not saved, because they moved on: ${skipped.join(', ')}.` : ''
          const text = `${counted(saved, 'tracking number')} saved. Nothing was sent.${rest}`
          return visit.go(deskPaths.orders({ list }), { kind: skipped.length > 0 ? 'problem' : 'done', text })
        }),
    },
    {
      method: 'POST',
      path: '/orders/tracking',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      handle: (visit) =>
        withForm(visit, async (sent) => {
          const numbered = sent.entries.filter(({ number }) => number !== '')
          if (numbered.length === 0)
            return render(visit, sent, { problem: 'No order has a tracking number yet. Nothing was sent.' })
          const tracking = new Map(numbered.map((entry) => [entry.order.id, trackingOf(entry)]))
          const outcome = await orderBulk.shipTracked(tracking, visit.actor)
          const left = sent.entries.length - numbered.length
          const rest = left > 0 ? ` ${counted(left, 'order')} without a number not shipped.` : ''
          return visit.go(deskPaths.orders({ list: sent.list }), {
            kind: outcome.done.length > 0 ? 'done' : 'problem',
            text: bulkSentence('ship', outcome) + rest,
          })
        }),
    },
  ]
}
