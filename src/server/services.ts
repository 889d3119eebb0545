import type { Logger } from 'pino'
import { shippingBanner } from '#domain/money/shipping-sentences.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { createChargeRunner } from '#server/checkout/charge-runner.ts'
import { createCheckoutGate } from '#server/checkout/gate.service.ts'
import { createCheckoutTickets } from '#server/checkout/tickets.ts'
import { listBestSellerIds } from '#server/orders/best-seller.queries.ts'
import type { PaymentGateway } from '#server/payments/gateway.ts'
import { orderPayments } from '#server/payments/order-payments.ts'
import { createReconciler } from '#server/payments/reconciler.worker.ts'
import { createRefundQueues } from '#server/payments/refunds.worker.ts'
import { createSettlement } from '#server/payments/settlement.service.ts'
import { createTill } from '#server/payments/till.ts'
import { createWebhookEventQueue } from '#server/payments/webhook-events.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { hasDiskSpace } from '#server/platform/db/disk-probe.ts'
import type { WatchCall } from '#server/platform/watch-call.ts'
import { createWorkers } from '#server/platform/worker/workers.ts'
import { createBackupDestination } from './backup/backup-destination.ts'
import { createBackupService } from './backup/backup.service.ts'
import { createAnnouncementService } from './catalogue/banner.service.ts'
import { createCatalogService } from './catalogue/catalogue.service.ts'
import { createCollectionService } from './catalogue/collections.service.ts'
import { createProductMemory } from './catalogue/product-memory.ts'
import { createBalanceService } from './checkout/balance.service.ts'
import { createCheckoutService } from './checkout/checkout.service.ts'
import { createDiscountService, releaseDiscount } from './discounts/discounts.service.ts'
import type { Env } from './env.ts'
import { createCarrierAccounts } from './labels/carrier-account.service.ts'
import { createLabelService } from './labels/labels.service.ts'
import { createLabelQueues } from './labels/labels.worker.ts'
import { createFinishPurchase } from './labels/purchase.ts'
import { shipFromShop } from './labels/ship-from-shop.ts'
import { createSignupService } from './newsletter/signup.service.ts'
import { withoutOperators } from './notices/people.queries.ts'
import { createOrderService } from './orders/buyer-order.service.ts'
import { createOrderLinks } from './orders/order-links.ts'
import { createAppleDomainFile } from './payments/apple-domain-file.service.ts'
import { createMoneyAlerts } from './payments/money-alerts.service.ts'
import { createRefundService } from './payments/refunds.service.ts'
import { createStrayRefundService } from './payments/stray-refunds.service.ts'
import { createPolicyService } from './policies/policies.service.ts'
import { createRatesService } from './rates/rates.service.ts'
import { createModerationService } from './reviews/moderation.service.ts'
import { createReviewLinks } from './reviews/review-links.ts'
import { createReviewService } from './reviews/reviews.service.ts'
import { createReviewSubmissionService } from './reviews/submission.service.ts'
import { createShopSettingsService, findAlertRecipients } from './settings/shop-settings.service.ts'
import { createTextService } from './texts/texts.service.ts'

/** All services for pages and functions. */
export type Services = ReturnType<typeof createServices>

export type ServiceDeps = {
  database: Database
  gateway: PaymentGateway
  env: Pick<Env, 'secretKey' | 'oldSecretKey' | 'shopDefaults' | 'publicUrl' | 'paymentTimings' | 'backup' | 'carrier'>
  log: Logger
  watchCall?: WatchCall
}

export function createServices({ database, gateway, env, log, watchCall }: ServiceDeps) {
  const { secretKey, oldSecretKey, shopDefaults, publicUrl, paymentTimings: timings } = env
  const now = () => new Date()
  const reviewLinks = createReviewLinks(secretKey, oldSecretKey)
  const links = createOrderLinks(secretKey, oldSecretKey)
  const findRecipients = findAlertRecipients(shopDefaults)
  const raiseAlert = createRaiseAlert(async (tx) => withoutOperators(tx, await findRecipients(tx)))
  const settlement = createSettlement({ links, secretKey, raiseAlert, timings, now })
  const tickets = createCheckoutTickets(secretKey, now, oldSecretKey)
  const gate = createCheckoutGate({
    database,
    tickets,
    raiseAlert,
    secretKey,
    proofWork: timings.proofWork,
    log,
    now,
  })
  const discounts = createDiscountService(database, now)
  const rates = createRatesService(database, now)
  const shopSettings = createShopSettingsService(database, { defaults: shopDefaults, websiteUrl: publicUrl.origin })
  const refunds = createRefundService({ database, gateway, raiseAlert, links, now })
  const moneyAlerts = createMoneyAlerts({ database, raiseAlert, now })
  const strayRefunds = createStrayRefundService({ database, gateway, raiseAlert, alerts: moneyAlerts, now })
  const till = createTill({
    hasDiskSpace: () => hasDiskSpace(database),
    raiseAlert: () =>
      database.orm.transaction((tx) =>
        raiseAlert(tx, {
          kind: 'disk-full',
          subject: 'database',
          detail: 'Cards are charged again as soon as there is space.',
        }),
      ),
    log,
    clock: () => performance.now(),
  })
  const charges = createChargeRunner({ database, gateway, settlement, raiseAlert, till, timings, log })
  const webhookEvents = createWebhookEventQueue({
    database,
    gateway,
    settlement,
    refunds,
    strayRefunds,
    raiseAlert,
    alerts: moneyAlerts,
    timings,
    log,
  })
  const accounts = createCarrierAccounts({
    database,
    carrier: env.carrier,
    secretKey,
    oldSecretKey,
    now,
    ...(watchCall && { watchCall }),
  })
  const lowAt = () => shopSettings.current().inventory.lowAt
  const texts = createTextService(database, { settings: shopSettings.current, rates: rates.current, now })
  const productMemory = createProductMemory({ orm: database.pages })
  const shipFrom = () => shipFromShop(shopSettings.current().business)
  const finishPurchase = createFinishPurchase({ database, accounts, shipFrom, log })
  return {
    /** Shipping labels, for the desk, the webhook and the background. */
    carrier: {
      accounts,
      labels: createLabelService({ database, accounts, shipFrom, finish: finishPurchase, log, now }),
      queues: createLabelQueues({ database, accounts, finish: finishPurchase, now }),
    },
    appleFile: createAppleDomainFile(database, now),
    announcements: createAnnouncementService(database, now, () => shippingBanner(rates.current().shipping)),
    backups: createBackupService({ database, destination: createBackupDestination(env.backup), raiseAlert, now }),
    /** For pages. */
    catalog: createCatalogService({ orm: database.pages }, listBestSellerIds, lowAt, productMemory, () =>
      texts.page('faq').words.questions.questions.map(({ question }) => question),
    ),
    /** For the desk, which shows what it has just changed. */
    deskCatalog: createCatalogService(database, listBestSellerIds, lowAt),
    collections: createCollectionService(database, productMemory),
    productMemory,
    checkout: createCheckoutService({
      database,
      gateway,
      charges,
      gate,
      discounts,
      till,
      links,
      secretKey,
      timings,
      log,
      now,
    }),
    balances: createBalanceService({ database, charges, gate, till, links, secretKey, timings, log, now }),
    discounts,
    moderation: createModerationService(database, now),
    orders: createOrderService({
      database,
      links,
      reviewLinks,
      payments: orderPayments,
      releaseDiscount,
      websiteUrl: publicUrl.origin,
      delivery: () => shopSettings.facts().delivery,
      now,
    }),
    /** Access to payments and order pages, for the desk only. */
    payments: { gateway, settlement, strayRefunds, moneyAlerts, raiseAlert, links },
    /** Workers, not a service: started and stopped with the shop. */
    reconciler: createWorkers({
      database,
      log,
      queues: [
        webhookEvents,
        ...createReconciler({ database, gateway, settlement, raiseAlert, timings, now }),
        ...createRefundQueues({ database, refunds, strayRefunds, timings }),
      ],
    }),
    reviewLinks,
    reviews: createReviewService(database, now),
    tickets,
    submissions: createReviewSubmissionService(database, reviewLinks, now),
    policies: createPolicyService(database),
    rates,
    shopSettings,
    signup: createSignupService(database, now),
    texts,
    till,
  }
}
