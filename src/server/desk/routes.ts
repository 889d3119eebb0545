import { accessRoutes } from './access-routes.tsx'
import { accountRoutes } from './account-routes.tsx'
import { auditRoutes } from './audit-routes.tsx'
import { catalogueRoutes } from './catalogue-routes.ts'
import { codeRoutes } from './code-routes.tsx'
import type { DeskParts } from './desk-parts.ts'
import { reviewRoutes } from './review-routes.tsx'
import type { DeskRoute } from './route.ts'
import { subscriberRoutes } from './subscriber-routes.tsx'
import { teamRoutes } from './team-routes.tsx'
import { todayRoutes } from './today-routes.tsx'

/** The route table: whatever the desk answers stands here, with the least role that may ask for it. */
export function deskRoutes(parts: DeskParts): DeskRoute[] {
  return [
    ...accessRoutes(parts),
    ...todayRoutes(parts),
    ...reviewRoutes(parts),
    ...catalogueRoutes(parts),
    ...codeRoutes(parts),
    ...subscriberRoutes(parts),
    ...auditRoutes(parts),
    ...accountRoutes(parts),
    ...teamRoutes(parts),
  ]
}
