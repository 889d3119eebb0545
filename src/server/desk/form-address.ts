import type { DeskRoute } from './route.ts'
import type { OperatorVisit } from './visit.tsx'

/** A form that is refused comes back under the address it was sent to; opened afresh, that leads to the form's page. */
export function formAddress(path: string, page: (visit: OperatorVisit) => string): DeskRoute {
  return { method: 'GET', path, role: 'read-only', handle: (visit) => visit.go(page(visit)) }
}
