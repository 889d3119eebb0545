import type { AuditAction } from '#domain/operators/activity.ts'
import type { OrderTransition } from '#domain/orders/order-states.ts'
import { addAudit, listLatestChanges } from '#server/platform/audit/audit.queries.ts'
import type { AuditLine } from '#server/platform/audit/audit.views.ts'
import type { Restorable } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { listOrdersById } from './order-bulk.queries.ts'
import { lockOrder, moveOrder, updateOrder } from './orders.queries.ts'

/** The only ones that neither send an email nor move money, so taking them back leaves nothing behind. */
const OPPOSITES: readonly (readonly [AuditAction, OrderTransition, AuditAction])[] = [
  ['order.pack', 'unpack', 'order.unpack'],
  ['order.unpack', 'pack', 'order.pack'],
  ['order.deliver', 'undeliver', 'order.undeliver'],
  ['order.undeliver', 'deliver', 'order.deliver'],
]

/** What a step changes. */
type Field = 'state' | 'note'
type Logged = { state?: unknown; note?: unknown }

/** Undoes an order step only if nothing has happened since, so that later steps are never overwritten. */
export function createOrderUndos(now: () => Date): Restorable[] {
  const steps = OPPOSITES.map(([action, transition, opposite]): Restorable => ({
    action,
    least: 'staff',
    listStanding: (orm, lines) => listStanding(orm, lines, 'state'),
    async restore(tx, { auditId, id, before, after, actor }) {
      const order = await lockOrder(tx, id)
      if (!order) return { ok: false, code: 'not_found' }
      const isStanding = order.state === (after as Logged).state && (await isLatest(tx, auditId, id, 'state'))
      if (!isStanding || !(await moveOrder(tx, id, transition, { at: now() })))
        return { ok: false, code: 'changed', current: order.state }
      const change = { subjectKind: 'order', subjectId: id, before: after, after: before }
      return { ok: true, auditId: await addAudit(tx, { ...actor, action: opposite, ...change }) }
    },
  }))
  return [...steps, NOTE]
}

const NOTE: Restorable = {
  action: 'order.note',
  least: 'staff',
  listStanding: (orm, lines) => listStanding(orm, lines, 'note'),
  async restore(tx, { auditId, id, before, after, actor }) {
    const order = await lockOrder(tx, id)
    const { note } = before as Logged
    if (!order || !(note === null || typeof note === 'string')) return { ok: false, code: 'not_found' }
    if (order.note !== (after as Logged).note || !(await isLatest(tx, auditId, id, 'note')))
      return { ok: false, code: 'changed', current: order.note }
    await updateOrder(tx, id, { note })
    const change = { action: 'order.note', subjectKind: 'order', subjectId: id, before: after, after: before } as const
    return { ok: true, auditId: await addAudit(tx, { ...actor, ...change }) }
  },
}

/** The entries that nothing came after: the order may also be as an earlier entry left it. */
async function listStanding(orm: Orm, lines: readonly AuditLine[], field: Field): Promise<readonly number[]> {
  const ids = [...new Set(lines.map(({ subjectId }) => subjectId))]
  const orders = new Map((await listOrdersById(orm, ids)).map((order) => [order.id, order[field]]))
  const latest = await listLatestChanges(orm, { subjectKind: 'order', subjectIds: ids, field })
  return lines.flatMap(({ id, subjectId, after }) => {
    const isStanding = orders.has(subjectId) && orders.get(subjectId) === (after as Logged)[field]
    return isStanding && latest.includes(id) ? [id] : []
  })
}

async function isLatest(tx: Orm, auditId: number, orderId: string, field: Field): Promise<boolean> {
  return (await listLatestChanges(tx, { subjectKind: 'order', subjectIds: [orderId], field })).includes(auditId)
}
