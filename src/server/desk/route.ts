import type { Role } from '#domain/operators/roles.ts'
import type { OperatorVisit, Visit } from './visit.tsx'

type Answer = Response | Promise<Response>

type Place = {
  method: 'GET' | 'POST'
  /** Below /admin, with `:names` for parameters. */
  path: string
  /** Requested by a script, which needs a status instead of a page. */
  isData?: true
  /** Maximum form size, for long forms. */
  maxFormBytes?: number
}

/**
 * One line of the desk's route table. The role is the lowest that may request it; it is required, and nothing outside
 * the table is served.
 */
export type DeskRoute =
  | (Place & { role: 'nobody'; handle: (visit: Visit) => Answer })
  | (Place & {
      role: Role
      /**
       * Refunds, personal data exported or deleted, keys, the team: needs a recent proof of identity (step-up), so that
       * an unattended desk or a stolen cookie is not enough.
       */
      isSensitive?: true
      /** A download: the confirmation page stays visible and has to say what happens. */
      isFile?: true
      /** Open to operators who have to add a passkey first. */
      isForSetup?: true
      handle: (visit: OperatorVisit) => Answer
    })
