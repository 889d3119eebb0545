import type { Logger } from 'pino'
import type { DeskAssets } from '#desk/desk-document.tsx'
import type { OpenSession } from '#domain/operators/operator.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { DeskStreams } from './desk-streams.ts'
import type { DeskRoute } from './route.ts'
import type { OperatorVisit } from './visit.tsx'

/** What every screen of the desk stands in: who is there, what it looks like, and who may go on. */
export type DeskFrame = {
  findSession: (token: string) => Promise<OpenSession | undefined>
  countAlerts: () => Promise<number>
  confirmation: StepUp
  streams: DeskStreams
  assets: DeskAssets
  securityHeaders: SecurityHeaders
  publicUrl: URL
  trustedProxies: number
  log: Logger
  now: () => Date
}

/** Asks operators to prove again who they are. */
export type StepUp = {
  /** What to answer instead of doing it; undefined when they just did. */
  ask: (visit: OperatorVisit, route: DeskRoute) => Promise<Response | undefined>
  /** The proof counts for a while longer. */
  keep: (visit: OperatorVisit) => Promise<void>
}
