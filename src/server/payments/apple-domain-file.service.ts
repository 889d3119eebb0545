import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { findSetting, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

const SETTING = 'apple_pay_domain_file'

export type AppleDomainFile = ReturnType<typeof createAppleDomainFile>

/** The file by which Apple sees that the shop's address is ours. Square hands it out; the owner pastes it at the desk. */
export function createAppleDomainFile({ orm }: Pick<Database, 'orm'>, now: () => Date) {
  async function find(reader: Orm = orm): Promise<string | undefined> {
    const value = await findSetting(reader, SETTING)
    return typeof value === 'string' && value !== '' ? value : undefined
  }

  return {
    find: () => find(),

    isThere: async (): Promise<boolean> => (await find()) !== undefined,

    /** An empty text takes the file away. Returns true if it is different now. */
    save: (text: string, actor: Actor): Promise<boolean> =>
      inTransaction(orm, async (tx) => {
        await lockSetting(tx, SETTING)
        const before = (await find(tx)) ?? ''
        if (before === text) return false
        await storeSetting(tx, SETTING, text, now())
        await addAudit(tx, {
          ...actor,
          action: 'payments.apple-domain-file',
          subjectKind: 'setting',
          subjectId: SETTING,
          before: { characters: before.length },
          after: { characters: text.length },
        })
        return true
      }),
  }
}
