import type { Role } from '#domain/operators/roles.ts'
import type { OperatorVisit, Visit } from './visit.tsx'

type Answer = Response | Promise<Response>

type Place = {
  method: 'GET' | 'POST'
  /** Below /admin, with `:names` for what varies. */
  path: string
  /** Asked for by a script, which wants a status and not a page to look at. */
  isData?: true
  /** The most that its form may hold, where that is long. */
  maxFormBytes?: number
}

/**
 * One line of the desk's route table. The role is the least that may come here; there is no way to leave it out, and
 * nothing is served that is not in the table.
 */
export type DeskRoute =
  | (Place & { role: 'nobody'; handle: (visit: Visit) => Answer })
  | (Place & {
      role: Role
      /**
       * Money out, personal data out or gone, keys, the team: needs proof of identity from the last minutes (step-up), so
       * that a desk left open, or a stolen cookie, is not enough.
       */
      isSensitive?: true
      /** A download: the page that asks for confirmation stays in sight, and has to say what happens. */
      isFile?: true
      /** Open to operators who must add a passkey before they may do anything else. */
      isForSetup?: true
      handle: (visit: OperatorVisit) => Answer
    })
