import type { Hono } from 'hono'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { backupRoutes } from './backup/backup.desk.tsx'
import { bannerRoutes } from './catalogue/banner.desk.tsx'
import { featuredRoutes } from './catalogue/featured.desk.tsx'
import { ingredientRoutes } from './catalogue/ingredients.desk.tsx'
import { importRoutes } from './catalogue/product-import.desk.tsx'
import { type RenderDraft, productRoutes } from './catalogue/products.desk.tsx'
import { customerRoutes } from './customers/customers.desk.tsx'
import type { DeskServices } from './desk-services.ts'
import type { DeskFrame } from './desk/desk-frame.ts'
import { createDesk } from './desk/desk.tsx'
import { formAddresses } from './desk/form-address.ts'
import type { DeskRoute } from './desk/route.ts'
import { codeRoutes } from './discounts/codes.desk.tsx'
import { subscriberRoutes } from './newsletter/subscribers.desk.tsx'
import { accountRoutes } from './operators/account.desk.tsx'
import { auditRoutes } from './operators/audit.desk.tsx'
import { restoreRoutes } from './operators/restore.desk.ts'
import { accessRoutes } from './operators/sign-in.desk.tsx'
import { confirmRoutes } from './operators/step-up.desk.tsx'
import { createConfirmation } from './operators/step-up.tsx'
import { teamRoutes } from './operators/team.desk.tsx'
import { manualOrderRoutes } from './orders/manual-order.desk.tsx'
import { orderActionRoutes } from './orders/order-actions.desk.tsx'
import { orderRoutes } from './orders/orders.desk.tsx'
import { moneyRoutes } from './payments/money.desk.tsx'
import { policyRoutes } from './policies/policies.desk.tsx'
import { taxRoutes } from './reports/taxes.desk.tsx'
import { todayRoutes } from './reports/today.desk.tsx'
import { reviewRoutes } from './reviews/reviews.desk.tsx'
import type { Services } from './services.ts'

/** What all screens together need. */
export type DeskDeps = Omit<DeskFrame, 'findSession' | 'countAlerts' | 'confirmation'> &
  DeskServices &
  Pick<Services, 'backups' | 'catalog' | 'moderation' | 'signup'> & {
    /** The page of a product that is not saved yet. */
    renderDraft: RenderDraft
    /** What stands on a packing slip as the sender. */
    shopFacts: ShopFacts
  }

export function openDesk(parts: DeskDeps, routes: readonly DeskRoute[] = deskRoutes(parts)): Hono {
  const frame: DeskFrame = {
    ...parts,
    findSession: (token) => parts.sessions.find(token),
    countAlerts: () => parts.alerts.countUnseen(),
    confirmation: createConfirmation(parts),
  }
  return createDesk(frame, routes)
}

/** The route table: whatever the desk answers stands here, with the least role that may ask for it. */
export function deskRoutes(parts: DeskDeps): DeskRoute[] {
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
    ...productRoutes(parts),
    ...featuredRoutes(parts),
    ...ingredientRoutes(parts),
    ...bannerRoutes(parts),
    ...policyRoutes(parts),
    ...importRoutes(parts),
    ...restoreRoutes(parts),
    ...codeRoutes(parts),
    ...subscriberRoutes(parts),
    ...customerRoutes(parts),
    ...auditRoutes(parts),
    ...accountRoutes(parts),
    ...backupRoutes(parts),
    ...teamRoutes(parts),
  ]
  return [...routes, ...formAddresses(routes)]
}
