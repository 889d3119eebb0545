import type { Role } from '#domain/roles.ts'
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
      /** Keys and operators: the sign-in must be fresh, so that a forgotten open desk cannot be turned into a lasting key. */
      isSensitive?: true
      handle: (visit: OperatorVisit) => Answer
    })
