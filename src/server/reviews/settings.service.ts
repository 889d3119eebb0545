import { z } from 'zod'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

/** The owner's settings with their defaults. */
const SETTINGS = {
  /** 16 CFR 465: a moderator who can't see the stars can't judge by them. */
  hidesRatingUntilDecided: z.boolean().default(true),
}

export type Settings = { [Key in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Key]> }

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService({ orm }: Database, now: () => Date) {
  async function read<Key extends keyof Settings>(from: Orm, key: Key): Promise<Settings[Key]> {
    return SETTINGS[key].parse(await findSetting(from, key))
  }

  return {
    get: <Key extends keyof Settings>(key: Key): Promise<Settings[Key]> => read(orm, key),

    set: <Key extends keyof Settings>(key: Key, value: Settings[Key], actor: Actor): Promise<void> =>
      orm.transaction(async (tx) => {
        const before = await read(tx, key)
        if (before === value) return
        await storeSetting(tx, key, value, now())
        await addAudit(tx, {
          ...actor,
          action: 'setting.change',
          subjectKind: 'setting',
          subjectId: key,
          before,
          after: value,
        })
      }),
  }
}
