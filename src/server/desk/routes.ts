import { accessRoutes } from './access-routes.tsx'
import { accountRoutes } from './account-routes.tsx'
import { auditRoutes } from './audit-routes.tsx'
import { catalogueRoutes } from './catalogue-routes.ts'
import { codeRoutes } from './code-routes.tsx'
import { confirmRoutes } from './confirm-routes.tsx'
import type { DeskParts } from './desk-parts.ts'
import { formAddresses } from './form-address.ts'
import { manualOrderRoutes } from './manual-order-routes.tsx'
import { moneyRoutes } from './money-routes.tsx'
import { orderActionRoutes } from './order-action-routes.tsx'
import { orderRoutes } from './order-routes.tsx'
import { personRoutes } from './person-routes.tsx'
import { reviewRoutes } from './review-routes.tsx'
import type { DeskRoute } from './route.ts'
import { subscriberRoutes } from './subscriber-routes.tsx'
import { taxRoutes } from './tax-routes.tsx'
import { teamRoutes } from './team-routes.tsx'
import { todayRoutes } from './today-routes.tsx'

/** The route table: whatever the desk answers stands here, with the least role that may ask for it. */
export function deskRoutes(parts: DeskParts): DeskRoute[] {
  const routes = [
    ...accessRoutes(parts),
    ...confirmRoutes(parts),
    ...todayRoutes(parts),
    // Before the order's own page, whose address would fit as well.
    ...manualOrderRoutes(parts),
    ...orderRoutes(parts),
    ...orderActionRoutes(parts),
    ...moneyRoutes(parts),
    ...taxRoutes(parts),
    ...reviewRoutes(parts),
    ...catalogueRoutes(parts),
    ...codeRoutes(parts),
    ...subscriberRoutes(parts),
    ...personRoutes(parts),
    ...auditRoutes(parts),
    ...accountRoutes(parts),
    ...teamRoutes(parts),
  ]
  return [...routes, ...formAddresses(routes)]
}
