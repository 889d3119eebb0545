import { z } from 'zod'
import { NOTICE_KINDS } from '#domain/notices/notice.ts'
import { defaultPreferences, type Preferences } from '#domain/notices/preferences.ts'
import type { Role } from '#domain/operators/roles.ts'

const hour = z.int().min(0).max(23)
const channels = z.object({ push: z.boolean(), email: z.boolean() })

/** A kind that was added since uses its default. */
const stored = z.object({
  choices: z.partialRecord(z.enum(NOTICE_KINDS), channels),
  quiet: z.object({ from: hour, to: hour }).nullable(),
  summaryHour: hour,
})

/** What the person chose, over the defaults of their role. */
export function readPreferences(value: unknown, person: { role: Role; isAlerted: boolean }): Preferences {
  const defaults = defaultPreferences(person)
  const { data } = stored.safeParse(value)
  if (!data) return defaults
  const choices = { ...defaults.choices }
  for (const kind of NOTICE_KINDS) choices[kind] = data.choices[kind] ?? defaults.choices[kind]
  return { choices, quiet: data.quiet, summaryHour: data.summaryHour }
}
