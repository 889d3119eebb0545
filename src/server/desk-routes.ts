import type { Hono } from 'hono'
import { backupRoutes } from './backup/backup.desk.tsx'
import { bannerRoutes } from './catalogue/banner.desk.tsx'
import { collectionRoutes } from './catalogue/collections.desk.tsx'
import { featuredRoutes } from './catalogue/featured.desk.tsx'
import { ingredientRoutes } from './catalogue/ingredients.desk.tsx'
import { needsRoutes } from './catalogue/needs.desk.tsx'
import { importRoutes } from './catalogue/product-import.desk.tsx'
import { type RenderDraft, productRoutes } from './catalogue/products.desk.tsx'
import { customerRoutes } from './customers/customers.desk.tsx'
import type { DeskServices } from './desk-services.ts'
import { questionRoutes } from './desk/confirm-question.tsx'
import type { DeskFrame } from './desk/desk-frame.ts'
import { createDesk } from './desk/desk.tsx'
import { formAddresses } from './desk/form-address.ts'
import type { DeskRoute } from './desk/route.ts'
import { codeRoutes } from './discounts/codes.desk.tsx'
import { labelSettingsRoutes } from './labels/label-settings.desk.tsx'
import { labelRoutes } from './labels/labels.desk.tsx'
import { subscriberRoutes } from './newsletter/subscribers.desk.tsx'
import { noticeRoutes } from './notices/notices.desk.tsx'
import { accountRoutes } from './operators/account.desk.tsx'
import { auditRoutes } from './operators/audit.desk.tsx'
import { restoreRoutes } from './operators/restore.desk.ts'
import { accessRoutes } from './operators/sign-in.desk.tsx'
import { confirmRoutes } from './operators/step-up.desk.tsx'
import { createConfirmation } from './operators/step-up.tsx'
import { teamRoutes } from './operators/team.desk.tsx'
import { manualOrderRoutes } from './orders/manual-order.desk.tsx'
import { orderActionRoutes } from './orders/order-actions.desk.tsx'
import { orderAddressRoutes } from './orders/order-address.desk.tsx'
import { orderBalanceRoutes } from './orders/order-balance.desk.tsx'
import { orderBulkRoutes } from './orders/order-bulk.desk.tsx'
import { orderFilterRoutes } from './orders/order-filters.desk.ts'
import { orderItemsRoutes } from './orders/order-items.desk.tsx'
import { orderRefundRoutes } from './orders/order-refund.desk.tsx'
import { orderUnshipRoutes } from './orders/order-unship.desk.tsx'
import { ordersUnshipRoutes } from './orders/orders-unship.desk.tsx'
import { orderRoutes } from './orders/orders.desk.tsx'
import { returnRoutes } from './orders/returns.desk.tsx'
import { splitRoutes } from './orders/split.desk.tsx'
import { trackingRoutes } from './orders/tracking.desk.tsx'
import { goLiveRoutes } from './payments/go-live.desk.tsx'
import { moneyRoutes } from './payments/money.desk.tsx'
import { paymentSettingsRoutes } from './payments/payment-settings.desk.tsx'
import type { Limits } from './platform/http/limits.ts'
import { policyRoutes } from './policies/policies.desk.tsx'
import { ratesRoutes } from './rates/rates.desk.tsx'
import { jumpRoutes } from './reports/jump.desk.tsx'
import { taxRoutes } from './reports/taxes.desk.tsx'
import { todayRoutes } from './reports/today.desk.tsx'
import { reviewRoutes } from './reviews/reviews.desk.tsx'
import type { Services } from './services.ts'
import { settingsHomeRoutes } from './settings/settings-home.desk.tsx'
import { settingsRoutes } from './settings/settings.desk.tsx'
import { textPictureRoutes } from './texts/text-pictures.desk.tsx'
import { type RenderTexts, textRoutes } from './texts/texts.desk.tsx'

/** Dependencies of all screens together. */
export type DeskDeps = Omit<DeskFrame, 'findSession' | 'knowsSession' | 'knowsDevice' | 'noteDevice' | 'confirmation'> &
  DeskServices &
  Pick<
    Services,
    | 'announcements'
    | 'appleFile'
    | 'backups'
    | 'carrier'
    | 'catalog'
    | 'moderation'
    | 'rates'
    | 'shopSettings'
    | 'signup'
  > & {
    /** Renders the page of a product with unsaved changes. */
    renderDraft: RenderDraft
    limits: Limits
    /** Renders a page or an email with unpublished texts. */
    renderTexts: RenderTexts
    hasWallets: boolean
  }

export function openDesk(deps: DeskDeps, routes: readonly DeskRoute[] = deskRoutes(deps)): Hono {
  const frame: DeskFrame = {
    ...deps,
    findSession: (token) => deps.sessions.find(token),
    knowsSession: (token) => deps.sessions.isKnown(token),
    knowsDevice: (token) => deps.sessions.isKnownDevice(token),
    noteDevice: (token) => deps.sessions.noteDevice(token),
    confirmation: createConfirmation(deps),
  }
  return createDesk(frame, routes)
}

/** The route table: all routes of the desk, with the lowest role that may request each. */
export function deskRoutes(deps: DeskDeps): DeskRoute[] {
  const routes = screenRoutes(deps)
  return [...routes, ...formAddresses(routes)]
}

/** The routes of every screen, without the redirects from the addresses of its forms. */
export function screenRoutes(deps: DeskDeps): DeskRoute[] {
  return [
    ...accessRoutes(deps),
    ...confirmRoutes(deps),
    ...todayRoutes(deps),
    ...questionRoutes(),
    ...jumpRoutes(deps),
    // Before the order's own page, whose path would match too.
    ...manualOrderRoutes(deps),
    ...orderAddressRoutes(deps),
    ...orderBalanceRoutes(deps),
    ...labelRoutes(deps),
    ...orderBulkRoutes(deps),
    ...ordersUnshipRoutes(deps),
    ...orderRefundRoutes(deps),
    ...returnRoutes(deps),
    ...splitRoutes(deps),
    ...orderItemsRoutes(deps),
    ...orderUnshipRoutes(deps),
    ...trackingRoutes(deps),
    ...orderFilterRoutes(deps),
    ...orderRoutes(deps),
    ...orderActionRoutes(deps),
    ...moneyRoutes(deps),
    ...taxRoutes(deps),
    ...reviewRoutes(deps),
    ...productRoutes(deps),
    ...collectionRoutes(deps),
    ...needsRoutes(deps),
    ...featuredRoutes(deps),
    ...ingredientRoutes(deps),
    ...bannerRoutes(deps),
    ...policyRoutes(deps),
    // Before the pages, because one of them would match its path.
    ...textPictureRoutes(deps),
    ...textRoutes(deps),
    ...ratesRoutes(deps),
    ...importRoutes(deps),
    ...restoreRoutes(deps),
    ...codeRoutes(deps),
    ...subscriberRoutes(deps),
    ...customerRoutes(deps),
    ...auditRoutes(deps),
    ...accountRoutes(deps),
    ...noticeRoutes(deps),
    ...backupRoutes(deps),
    ...teamRoutes(deps),
    ...paymentSettingsRoutes(deps),
    ...labelSettingsRoutes(deps),
    ...goLiveRoutes(deps),
    ...settingsHomeRoutes(deps),
    ...settingsRoutes(deps),
  ]
}
