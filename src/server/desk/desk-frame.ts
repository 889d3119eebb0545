import type { Logger } from 'pino'
import type { DeskAssets } from '#desk/desk-document.tsx'
import type { BadgeCounts } from '#desk/navigation.ts'
import type { OpenSession } from '#domain/operators/operator.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { RenderAdmission } from '#server/platform/pages/render-admission.ts'
import type { DeskStreams } from './desk-streams.ts'
import type { DeskRoute } from './route.ts'
import type { OperatorVisit } from './visit.tsx'

/** The shared context of every desk screen: sessions, layout and permissions. */
export type DeskFrame = {
  findSession: (token: string) => Promise<OpenSession | undefined>
  /** Returns true if this process has found the session before, so that looking it up again is no stranger's request. */
  knowsSession: (token: string) => boolean
  /** The same for a browser that an operator has signed in from. */
  knowsDevice: (token: string) => Promise<boolean>
  /** Called with the device token of a browser that has a session. */
  noteDevice: (token: string) => Promise<void>
  admission: Pick<RenderAdmission, 'charge' | 'delayRefusal'>
  countBadges: () => Promise<BadgeCounts>
  confirmation: StepUp
  streams: DeskStreams
  assets: DeskAssets
  securityHeaders: SecurityHeaders
  publicUrl: URL
  trustedProxies: number
  log: Logger
  now: () => Date
}

/** Asks operators to confirm their identity again. */
export type StepUp = {
  /** The response to send instead; undefined if they confirmed recently. */
  ask: (visit: OperatorVisit, route: DeskRoute) => Promise<Response | undefined>
  /** Extends how long the confirmation counts. */
  keep: (visit: OperatorVisit) => Promise<void>
}
