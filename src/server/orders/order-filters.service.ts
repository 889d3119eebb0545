import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { deleteFilter, listFilters, upsertFilter } from './order-filters.queries.ts'
import type { SavedOrderFilter } from './orders.views.ts'

/** So many fit into a menu. */
export const MAX_FILTERS = 30

export type OrderFilterService = ReturnType<typeof createOrderFilterService>

/** Named views of the order list, the same for everyone at the desk. */
export function createOrderFilterService({ orm }: Database) {
  return {
    list: (): Promise<SavedOrderFilter[]> => listFilters(orm),

    /** Returns false if there are too many; a filter of the same name is replaced. */
    save: (filter: { name: string; query: string }, actor: Actor): Promise<boolean> =>
      inTransaction(orm, async (tx) => {
        const saved = await listFilters(tx)
        const isNew = !saved.some(({ name }) => name.toLowerCase() === filter.name.toLowerCase())
        if (isNew && saved.length >= MAX_FILTERS) return false
        const { before, after } = await upsertFilter(tx, filter)
        if (after)
          await addAudit(tx, {
            ...actor,
            action: 'order-filter.save',
            subjectKind: 'order-filter',
            subjectId: after.id,
            before: before ? { name: before.name, query: before.query } : {},
            after: { name: after.name, query: after.query },
          })
        return true
      }),

    /** Returns false if it is gone already. */
    remove: (id: string, actor: Actor): Promise<boolean> =>
      inTransaction(orm, async (tx) => {
        const removed = await deleteFilter(tx, id)
        if (!removed) return false
        const { name, query } = removed
        await addAudit(tx, {
          ...actor,
          action: 'order-filter.remove',
          subjectKind: 'order-filter',
          subjectId: id,
          before: { name, query },
          after: {},
        })
        return true
      }),
  }
}
