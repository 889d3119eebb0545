import { SQUARE_ENVIRONMENTS } from '#server/env-schema.ts'
import type { Account } from './start-world.ts'

const NAMES = ['SQUARE_ACCESS_TOKEN', 'SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID'] as const

/** The sandbox account from the environment; undefined if there is none. A production account is refused. */
export function readAccount(environment: Record<string, string | undefined>): Account | undefined {
  const { SQUARE_ENVIRONMENT, SQUARE_ACCESS_TOKEN, SQUARE_APPLICATION_ID, SQUARE_LOCATION_ID } = environment
  const { idPrefix } = SQUARE_ENVIRONMENTS.sandbox
  const missing = NAMES.filter((name) => !environment[name])
  if (!SQUARE_ENVIRONMENT && missing.length === NAMES.length) return undefined
  if (SQUARE_ENVIRONMENT !== 'sandbox' || (SQUARE_APPLICATION_ID && !SQUARE_APPLICATION_ID.startsWith(idPrefix)))
    throw new Error(
      `a rehearsal pays with test cards: set SQUARE_ENVIRONMENT=sandbox and the keys of the sandbox (application ids there start with ${idPrefix})`,
    )
  if (!SQUARE_ACCESS_TOKEN || !SQUARE_APPLICATION_ID || !SQUARE_LOCATION_ID)
    throw new Error(`set ${missing.join(' and ')}: it is in Square's developer dashboard, under Sandbox`)
  return {
    accessToken: SQUARE_ACCESS_TOKEN,
    applicationId: SQUARE_APPLICATION_ID,
    locationId: SQUARE_LOCATION_ID,
  }
}
