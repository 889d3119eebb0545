import type { Database } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { createOperatorService } from './operators.ts'
import { createPasskeyService } from './passkeys.ts'
import { createSettingsService } from './settings.ts'
import { createSignInService } from './sign-in.ts'

/** What the desk may ask for besides the shop's own services; no page of the shop gets hold of these. */
export type DeskServices = ReturnType<typeof createDeskServices>

export function createDeskServices(database: Database, { publicUrl }: Pick<Env, 'publicUrl'>) {
  const now = () => new Date()
  return {
    operators: createOperatorService(database, now),
    passkeys: createPasskeyService(database, publicUrl, now),
    settings: createSettingsService(database, now),
    signIn: createSignInService(database, now),
  }
}
