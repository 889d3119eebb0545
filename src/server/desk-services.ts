import type { Logger } from 'pino'
import type { BadgeCounts } from '#desk/navigation.ts'
import { shopDay } from '#domain/time/display.ts'
import { collectionParts, needsPart } from '#server/catalogue/collections.edits.ts'
import { announcementPart, featuredPart } from '#server/catalogue/home.edits.ts'
import { ingredientPart } from '#server/catalogue/ingredients.edits.ts'
import { createImportPart } from '#server/catalogue/product-import.edits.ts'
import { productParts } from '#server/catalogue/products.edits.ts'
import { codePart } from '#server/discounts/code.edits.ts'
import { orderPayments } from '#server/payments/order-payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAlertService } from './alerts/alerts.service.ts'
import { createDownloadService } from './backup/download.service.ts'
import { createCollectionEditor } from './catalogue/collection-editor.service.ts'
import { createHomeEditor } from './catalogue/home-editor.service.ts'
import { createIngredientEditor } from './catalogue/ingredient-editor.service.ts'
import { createPictureLibrary } from './catalogue/picture-library.service.ts'
import { createProductEditor } from './catalogue/product-editor.service.ts'
import { createProductImport } from './catalogue/product-import.service.ts'
import { createCustomerService } from './customers/customers.service.ts'
import { createCodeService } from './discounts/code-editor.service.ts'
import { findDiscountTerms, releaseDiscount } from './discounts/discounts.service.ts'
import type { Env } from './env.ts'
import { createOrderLabels } from './labels/order-labels.ts'
import { createFindsPage, createLinkTargets } from './link-targets.ts'
import { createSubscriberService } from './newsletter/subscribers.service.ts'
import { createNoticeService } from './notices/notices.service.ts'
import { createAuditService } from './operators/audit.service.ts'
import { createPasskeyPolicy } from './operators/passkey-policy.service.ts'
import { createPasskeyService } from './operators/passkeys.service.ts'
import { createPasswordHasher } from './operators/password-hash.ts'
import { createPasswordService } from './operators/passwords.service.ts'
import { createRecoveryCodeService } from './operators/recovery-codes.service.ts'
import { createCatalogueRestore } from './operators/restore.service.ts'
import { createSessionService } from './operators/sessions.service.ts'
import { createSignInLinkService } from './operators/sign-in-links.service.ts'
import { createSignInService } from './operators/sign-in.service.ts'
import { createOperatorService } from './operators/team.service.ts'
import { createItemChangeService } from './orders/item-changes.service.ts'
import { createOrderListService } from './orders/list.service.ts'
import { createManualOrderService } from './orders/manual-order.service.ts'
import { createOrderAddressService } from './orders/order-address.service.ts'
import { createOrderBalanceService } from './orders/order-balance.service.ts'
import { createOrderBulkService } from './orders/order-bulk.service.ts'
import { createOrderDeskService } from './orders/order-desk.service.ts'
import { createOrderFilterService } from './orders/order-filters.service.ts'
import { createOrderItemsService } from './orders/order-items.service.ts'
import { createOrderUndos } from './orders/order-undos.ts'
import { createReturnService } from './orders/returns.service.ts'
import { createAccountCheck } from './payments/account-check.service.ts'
import { createGoLive } from './payments/go-live.service.ts'
import { createMoneyCheckService } from './payments/money-check.service.ts'
import { createMoneyDays } from './payments/money-days.service.ts'
import { createMoneyRepairs } from './payments/money-repair.service.ts'
import { createAskAccount } from './payments/square-account.ts'
import { createStuckWork } from './payments/stuck-work.service.ts'
import { isLoopback } from './platform/loopback.ts'
import { createVapid } from './platform/push/vapid.ts'
import { createPolicyEditor } from './policies/policy-editor.service.ts'
import { createRatesEditor } from './rates/rates-editor.service.ts'
import { shippingPart, taxPart } from './rates/rates.edits.ts'
import { createJumpService } from './reports/jump.service.ts'
import { createSalesReportService } from './reports/sales.service.ts'
import { createSubjectNames } from './reports/subject-names.service.ts'
import { createTaxReportService } from './reports/tax.service.ts'
import { createTodayService } from './reports/today.service.ts'
import { isBoughtOrReviewed } from './reviews/product-use.queries.ts'
import { createReviewQueueService } from './reviews/queue.service.ts'
import { createSettingsService } from './reviews/settings.service.ts'
import type { Services } from './services.ts'
import { createSettingsEditor } from './settings/settings-editor.service.ts'
import { findAlertRecipients } from './settings/shop-settings.service.ts'
import { createTypedTexts } from './settings/typed-texts.service.ts'
import { createLibraryEditor } from './texts/library-editor.service.ts'
import { libraryParts } from './texts/library.edits.ts'
import { createTextEditor } from './texts/text-editor.service.ts'
import { publishedTextsPart } from './texts/texts.edits.ts'

/** Everything that can be restored from the audit log, apart from the settings, whose defaults the environment sets. */
export const RESTORABLE = [
  ...Object.values(productParts),
  createImportPart(isBoughtOrReviewed),
  ...Object.values(collectionParts),
  needsPart,
  ingredientPart,
  featuredPart,
  announcementPart,
  codePart,
  shippingPart,
  taxPart,
  publishedTextsPart,
  ...Object.values(libraryParts),
]

/** Services for the desk only; no page of the shop has access to them. */
export type DeskServices = ReturnType<typeof createDeskServices>

export function createDeskServices(
  database: Database,
  shop: Services,
  {
    hasWallets,
    mailAddress,
    mode,
    publicUrl,
    secretKey,
    shopDefaults,
    square,
  }: Pick<Env, 'hasWallets' | 'mailAddress' | 'mode' | 'publicUrl' | 'secretKey' | 'shopDefaults' | 'square'>,
  log: Logger,
  now: () => Date = () => new Date(),
  hasher = createPasswordHasher(),
) {
  const settings = createSettingsService(database, now)
  const settingsEditor = createSettingsEditor(database, shopDefaults)
  const home = createHomeEditor(database)
  const policies = createPolicyEditor(database, now)
  const textEditor = createTextEditor(database, now)
  const { gateway, settlement, strayRefunds, moneyAlerts, links } = shop.payments
  const moneyCheck = createMoneyCheckService(database, gateway, now)
  const accountCheck = createAccountCheck({
    database,
    ask: createAskAccount(square),
    expected: square,
    isEmulated: isLoopback(new URL(square.baseUrl).hostname),
    alerts: moneyAlerts,
    log,
    now,
  })
  const today = createTodayService(database, now, () => shop.shopSettings.current().inventory.lowAt)
  const orderLabels = createOrderLabels(shop.carrier.accounts, now)
  const orderDesk = createOrderDeskService({
    database,
    links,
    reviewLinks: shop.reviewLinks,
    payments: orderPayments,
    labels: orderLabels,
    releaseDiscount,
    asksForReviews: () => shop.shopSettings.current().reviews.asksWhenShipped,
    now,
  })
  const alerts = createAlertService(database, now)
  const orderList = createOrderListService(database)
  const customers = createCustomerService(database)
  const products = createProductEditor(database, now)
  return {
    accountCheck,
    alerts,
    audit: createAuditService(database, createSubjectNames(database)),
    manualOrders: createManualOrderService(database, links, now),
    orderAddress: createOrderAddressService({ database, links, payments: orderPayments, now }),
    orderBalance: createOrderBalanceService({ database, links, payments: orderPayments, now }),
    orderItems: createOrderItemsService(database, orderPayments),
    itemChanges: createItemChangeService({ database, links, payments: orderPayments, findDiscountTerms, now }),
    moneyAlerts,
    moneyCheck,
    moneyDays: createMoneyDays({ database, check: (span) => moneyCheck.check(span), alerts: moneyAlerts, now }),
    moneyRepairs: createMoneyRepairs({ database, gateway, settlement, strayRefunds, alerts: moneyAlerts, log, now }),
    catalogueRestore: createCatalogueRestore(
      database,
      [...RESTORABLE, ...createOrderUndos(now), ...settingsEditor.parts],
      now,
    ),
    collectionEditor: createCollectionEditor(database),
    codes: createCodeService(database),
    downloads: createDownloadService(database, now),
    goLive: createGoLive({
      database,
      accountCheck,
      appleFile: shop.appleFile,
      hasWallets,
      isEmulated: isLoopback(new URL(square.baseUrl).hostname),
      address: () => shop.shopSettings.current().business.address,
      now,
    }),
    home,
    ratesEditor: createRatesEditor(database, now),
    ingredients: createIngredientEditor(database),
    operators: createOperatorService(database, now),
    orderBulk: createOrderBulkService(database, orderDesk, now),
    orderDesk,
    orderFilters: createOrderFilterService(database),
    /** The labels to print, by order. */
    printableLabels: (ids: readonly string[]) => orderLabels.printable(database.orm, ids),
    orderList,
    returns: createReturnService({ database, links, payments: orderPayments, now }),
    passkeyPolicy: createPasskeyPolicy(database, now),
    passkeys: createPasskeyService(database, publicUrl, now),
    passwords: createPasswordService({ database, hasher, publicUrl, now }),
    customers,
    pictureLibrary: createPictureLibrary(database),
    policies,
    productImport: createProductImport(database),
    products,
    reviewQueue: createReviewQueueService(database, shop.moderation, settings),
    sales: createSalesReportService(database, now),
    settings,
    settingsEditor,
    recoveryCodes: createRecoveryCodeService(database, now),
    sessions: createSessionService(database, now),
    signIn: createSignInService({ database, hasher, log, now }),
    signInLinks: createSignInLinkService({ database, secretKey, log, now }),
    stuckWork: createStuckWork(database, now),
    taxes: createTaxReportService(database, now),
    subscribers: createSubscriberService(database),
    textEditor,
    typedTexts: createTypedTexts({ database, home, policies, textEditor }),
    linkTargets: createLinkTargets(shop.collections),
    findsPage: createFindsPage(shop),
    libraryEditor: createLibraryEditor(database, now),
    surroundings: () => ({ today: shopDay(now()), mailAddress }),
    today,
    jump: createJumpService({
      searchOrders: async (typed) => (await orderList.search(typed, undefined)).orders,
      listProducts: () => products.list(),
      searchCustomers: async (typed) => (await customers.list(typed, '', undefined)).customers,
    }),
    countToPack: async () => (await today.waiting()).orders,
    countBadges: async (): Promise<BadgeCounts> => {
      const [waiting, money] = await Promise.all([today.waiting(), alerts.countUnseen()])
      return { ...waiting, money }
    },
    notices: createNoticeService({
      database,
      findAlertRecipients: findAlertRecipients(shopDefaults),
      allowsLocal: mode !== 'production',
    }),
    /** Identifies the shop to push services. */
    vapid: createVapid(secretKey, publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:${mailAddress}`),
  }
}
