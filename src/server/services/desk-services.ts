import type { Logger } from 'pino'
import { codePart } from '#server/catalogue/code-part.ts'
import { announcementPart, featuredPart } from '#server/catalogue/home-parts.ts'
import { ingredientPart } from '#server/catalogue/ingredient-part.ts'
import { productParts } from '#server/catalogue/product-parts.ts'
import type { Env } from '#server/env.ts'
import { orderPayments } from '#server/payments/order-payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAlertService } from './alerts.ts'
import { createAuditService } from './audit.ts'
import { createCatalogueRestore } from './catalogue-restore.ts'
import { createCodeService } from './codes.ts'
import { releaseDiscount } from './discounts.ts'
import { createHomeEditor } from './home-editor.ts'
import { createIngredientEditor } from './ingredient-editor.ts'
import { createManualOrderService } from './manual-orders.ts'
import { createMoneyCheckService } from './money-check.ts'
import { createMoneyDays } from './money-days.ts'
import { createMoneyRepairs } from './money-repairs.ts'
import { createOperatorService } from './operators.ts'
import { createOrderDeskService } from './order-desk.ts'
import { createOrderListService } from './order-list.ts'
import { createPasskeyPolicy } from './passkey-policy.ts'
import { createPasskeyService } from './passkeys.ts'
import { createPasswordService } from './passwords.ts'
import { createPeopleService } from './people.ts'
import { createPolicyEditor } from './policy-editor.ts'
import { createProductEditor } from './product-editor.ts'
import { createProductImport } from './product-import.ts'
import { createRecoveryCodeService } from './recovery-codes.ts'
import { createReviewQueueService } from './review-queue.ts'
import { createSalesReportService } from './sales-report.ts'
import type { Services } from './services.ts'
import { createSessionService } from './sessions.ts'
import { createSettingsService } from './settings.ts'
import { createSignInLinkService } from './sign-in-links.ts'
import { createSignInService } from './sign-in.ts'
import { createStuckWork } from './stuck-work.ts'
import { createSubscriberService } from './subscribers.ts'
import { createTaxReportService } from './tax-report.ts'
import { createTodayService } from './today.ts'

/** Everything that can be put back from the audit log. */
export const RESTORABLE = [...Object.values(productParts), ingredientPart, featuredPart, announcementPart, codePart]

/** What the desk may ask for besides the shop's own services; no page of the shop gets hold of these. */
export type DeskServices = ReturnType<typeof createDeskServices>

export function createDeskServices(
  database: Database,
  shop: Services,
  { publicUrl, secretKey }: Pick<Env, 'publicUrl' | 'secretKey'>,
  log: Logger,
  now: () => Date = () => new Date(),
) {
  const settings = createSettingsService(database, now)
  const { gateway, settlement, strayRefunds, moneyAlerts, links } = shop.payments
  const moneyCheck = createMoneyCheckService(database, gateway, now)
  return {
    alerts: createAlertService(database, now),
    audit: createAuditService(database),
    manualOrders: createManualOrderService(database, links, now),
    moneyAlerts,
    moneyCheck,
    moneyDays: createMoneyDays({ database, check: (span) => moneyCheck.check(span), alerts: moneyAlerts, log, now }),
    moneyRepairs: createMoneyRepairs({ database, gateway, settlement, strayRefunds, alerts: moneyAlerts, now }),
    catalogueRestore: createCatalogueRestore(database, RESTORABLE, now),
    codes: createCodeService(database),
    home: createHomeEditor(database),
    ingredients: createIngredientEditor(database),
    operators: createOperatorService(database, now),
    orderDesk: createOrderDeskService({
      database,
      links,
      reviewLinks: shop.reviewLinks,
      payments: orderPayments,
      releaseDiscount,
      now,
    }),
    orderList: createOrderListService(database),
    passkeyPolicy: createPasskeyPolicy(database, now),
    passkeys: createPasskeyService(database, publicUrl, now),
    passwords: createPasswordService({ database, publicUrl, now }),
    people: createPeopleService(database),
    policies: createPolicyEditor(database, now),
    productImport: createProductImport(database),
    products: createProductEditor(database, now),
    reviewQueue: createReviewQueueService(database, shop.moderation, settings),
    sales: createSalesReportService(database, now),
    settings,
    recoveryCodes: createRecoveryCodeService(database, now),
    sessions: createSessionService(database, now),
    signIn: createSignInService({ database, log, now }),
    signInLinks: createSignInLinkService({ database, secretKey, log, now }),
    stuckWork: createStuckWork(database, now),
    taxes: createTaxReportService(database, now),
    subscribers: createSubscriberService(database),
    today: createTodayService(database, now),
  }
}
