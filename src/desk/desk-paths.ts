import type { SettingKey } from '#domain/business/shop-settings.ts'
import type { BulkAction } from '#domain/orders/bulk-actions.ts'
import type { DeskAction } from '#domain/orders/desk-actions.ts'

/** Every path of the desk; the route table uses the same ones. */
export const deskPaths = {
  today: () => '/admin',
  analytics: (search: AnalyticsSearch = {}) => `${address('/admin', search)}#analytics`,
  salesCsv: (search: AnalyticsSearch = {}) => address('/admin/sales.csv', search),
  resendMail: (id: string) => `/admin/mail/${id}/resend`,
  live: (renderedAt?: string) => address('/admin/live', { renderedAt }),
  badges: () => '/admin/badges',
  question: (back: string) => address('/admin/question', { back }),
  jump: () => '/admin/jump',
  jumpTargets: (typed: string) => address('/admin/jump/targets', { q: typed }),
  signIn: (next?: string) => address('/admin/sign-in', { next }),
  signedOut: () => '/admin/sign-in?out=yes',
  signOut: () => '/admin/sign-out',
  link: (token: string) => `/admin/link/${token}`,
  emailLink: () => '/admin/sign-in/link',
  passkeyOptions: () => '/admin/passkey/options',
  passkeySignIn: () => '/admin/passkey/sign-in',

  confirm: (search: { next?: string | undefined; back?: string | undefined; file?: string | undefined } = {}) =>
    address('/admin/confirm', search),
  confirmPasskeyOptions: () => '/admin/confirm/passkey/options',
  confirmPasskey: () => '/admin/confirm/passkey',
  download: (search: { next: string; back: string }) => address('/admin/confirm/download', search),

  orders: (search: OrderListSearch = {}) => address('/admin/orders', search),
  ordersAt: (query: string) => `/admin/orders?${query}`,
  exportOrders: () => '/admin/orders/export.csv',
  newOrder: () => '/admin/orders/new',
  bulkOrders: (action: BulkAction) => `/admin/orders/bulk/${action}`,
  packingSlips: () => '/admin/orders/slips',
  addressLabels: () => '/admin/orders/labels',
  tracking: () => '/admin/orders/tracking',
  matchTracking: () => '/admin/orders/tracking/match',
  saveTracking: () => '/admin/orders/tracking/save',
  saveOrderFilter: () => '/admin/orders/filters/save',
  removeOrderFilter: () => '/admin/orders/filters/remove',
  order: (id: string, openedFrom: Pick<OrderListSearch, 'list' | 'placed' | 'from' | 'to'> = {}) =>
    address(`/admin/orders/${id}`, openedFrom),
  orderAction: (id: string, action: OrderAction) => `/admin/orders/${id}/${action}`,
  orderReturn: (id: string, returnId: string, action: 'receive' | 'cancel' | 'instructions') =>
    `/admin/orders/${id}/returns/${returnId}/${action}`,
  refundRest: (id: string) => address(`/admin/orders/${id}/refund-items`, { rest: 'yes' }),
  refundReturn: (id: string, returnId: string) => address(`/admin/orders/${id}/refund-items`, { return: returnId }),
  packingSlip: (id: string, withPrices = false) =>
    address(`/admin/orders/${id}/packing-slip`, { prices: withPrices ? 'yes' : undefined }),
  packageSlip: (id: string, shipmentId: string) => address(`/admin/orders/${id}/packing-slip`, { package: shipmentId }),
  addressLabel: (id: string) => `/admin/orders/${id}/label`,

  money: (search: { from?: string; to?: string } = {}) => address('/admin/money', search),
  moneyRepair: (repair: MoneyRepair) => `/admin/money/${repair}`,
  alertSeen: (id: string) => `/admin/alerts/${id}/seen`,

  settings: (search?: string) => address('/admin/settings', { q: search }),
  setting: (key: SettingKey) => `/admin/settings/${key}`,
  shippingSettings: () => '/admin/settings/shipping',
  cancelShippingRate: () => '/admin/settings/shipping/cancel',
  taxSettings: () => '/admin/settings/taxes',
  cancelTaxRate: () => '/admin/settings/taxes/cancel',

  taxes: (period?: string) => address('/admin/taxes', { period }),
  utahCsv: (period: string) => address('/admin/taxes/utah.csv', { period }),
  statesCsv: () => '/admin/taxes/states.csv',

  reviews: (list?: string, after?: string) =>
    address('/admin/reviews', { list: list === 'waiting' ? undefined : list, after }),
  publishReviews: () => '/admin/reviews/publish',
  withholdReviews: () => '/admin/reviews/withhold',
  undoReviews: () => '/admin/reviews/undo',
  replyToReview: (id: string) => `/admin/reviews/${id}/reply`,
  redactReview: (id: string) => `/admin/reviews/${id}/redact`,
  ratingSetting: () => '/admin/reviews/rating-setting',

  products: (search: { stock?: 'low' } = {}) => address('/admin/catalogue', search),
  newProduct: () => '/admin/catalogue/new',
  product: (id: string) => `/admin/catalogue/products/${id}`,
  productTexts: (id: string) => `/admin/catalogue/products/${id}/texts`,
  previewProduct: (id: string) => `/admin/catalogue/products/${id}/preview`,
  productStock: (id: string) => `/admin/catalogue/products/${id}/stock`,
  productPrices: (id: string) => `/admin/catalogue/products/${id}/prices`,
  productSalePrice: (id: string) => `/admin/catalogue/products/${id}/sale-price`,
  endSalePrice: (id: string) => `/admin/catalogue/products/${id}/sale-price/end`,
  productSale: (id: string) => `/admin/catalogue/products/${id}/sale`,
  productPicture: (id: string) => `/admin/catalogue/products/${id}/picture`,
  productPictures: (id: string) => `/admin/catalogue/products/${id}/pictures`,
  removeUpload: (id: string, upload: string) => `/admin/catalogue/products/${id}/uploads/${upload}/remove`,
  cancelPrice: (productId: string, id: string) => `/admin/catalogue/products/${productId}/prices/${id}/cancel`,
  collections: () => '/admin/catalogue/collections',
  newCollection: () => '/admin/catalogue/collections/new',
  orderCollections: () => '/admin/catalogue/collections',
  collection: (id: string) => `/admin/catalogue/collections/${id}`,
  collectionVisibility: (id: string) => `/admin/catalogue/collections/${id}/visibility`,
  removeCollection: (id: string) => `/admin/catalogue/collections/${id}/remove`,
  collectionPicture: (id: string) => `/admin/catalogue/collections/${id}/picture`,
  removeCollectionUpload: (id: string, upload: string) => `/admin/catalogue/collections/${id}/uploads/${upload}/remove`,
  removeCollectionPicture: (id: string) => `/admin/catalogue/collections/${id}/picture/remove`,
  needs: () => '/admin/catalogue/needs',
  productCollections: (id: string) => `/admin/catalogue/products/${id}/collections`,
  featured: () => '/admin/catalogue/featured',
  ingredients: () => '/admin/catalogue/ingredients',
  newIngredient: () => '/admin/catalogue/ingredients/new',
  ingredient: (slug: string) => `/admin/catalogue/ingredients/${slug}`,
  banner: () => '/admin/catalogue/banner',
  policies: () => '/admin/catalogue/policies',
  policy: (slug: string) => `/admin/catalogue/policies/${slug}`,
  publishPolicy: (slug: string) => `/admin/catalogue/policies/${slug}/publish`,
  restorePolicy: (slug: string, id: string) => `/admin/catalogue/policies/${slug}/versions/${id}/restore`,
  textPages: () => '/admin/pages',
  textPictures: () => '/admin/pages/pictures',
  removeTextPicture: (hash: string) => `/admin/pages/pictures/${hash}/remove`,
  removeTextUpload: (upload: string) => `/admin/pages/pictures/uploads/${upload}/remove`,
  texts: (key: string) => `/admin/pages/${key}`,
  previewTexts: (key: string) => `/admin/pages/${key}/preview`,
  publishTexts: (key: string) => `/admin/pages/${key}/publish`,
  discardTexts: (key: string) => `/admin/pages/${key}/discard`,
  firstTexts: (key: string) => `/admin/pages/${key}/first`,
  restoreTexts: (key: string, id: string) => `/admin/pages/${key}/versions/${id}/restore`,
  cancelTexts: (key: string, id: string) => `/admin/pages/${key}/versions/${id}/cancel`,
  importProducts: () => '/admin/catalogue/import',
  applyImport: () => '/admin/catalogue/import/apply',
  exportProducts: () => '/admin/catalogue/export.csv',

  codes: () => '/admin/codes',
  code: (code: string) => `/admin/codes/${encodeURIComponent(code)}`,
  codeActivity: (code: string) => `/admin/codes/${encodeURIComponent(code)}/activity`,
  codeLimit: (code: string) => `/admin/codes/${encodeURIComponent(code)}/limit`,

  subscribers: (part?: string, after?: string) => address('/admin/subscribers', { part, after }),
  exportSubscribers: () => '/admin/subscribers/export.csv',
  customers: (search: { q?: string; tag?: string; after?: string } = {}) => address('/admin/customers', search),
  customer: (email: string) => address('/admin/customers', { email }),
  customerNote: () => '/admin/customers/note',
  exportCustomer: (email: string) => address('/admin/customers/export.json', { email }),
  forgetCustomer: () => '/admin/customers/forget',

  restore: (auditId: number) => `/admin/audit/${auditId}/restore`,
  audit: (search: Record<string, string | undefined> = {}) => address('/admin/audit', search),
  auditCsv: (search: Record<string, string | undefined> = {}) => address('/admin/audit/export.csv', search),

  account: (passkeyName?: string) => address('/admin/account', { passkeyName }),
  notifications: () => '/admin/account/notifications',
  addDevice: () => '/admin/account/notifications/devices',
  attachDevice: () => '/admin/account/notifications/devices/attach',
  removeDevice: (id: string) => `/admin/account/notifications/devices/${id}/remove`,
  testNotification: () => '/admin/account/notifications/test',
  appBadge: () => '/admin/account/notifications/badge',
  password: () => '/admin/account/password',
  newPasskeyOptions: () => '/admin/account/passkeys/options',
  newPasskey: () => '/admin/account/passkeys',
  removePasskey: () => '/admin/account/passkeys/remove',
  recoveryCodes: () => '/admin/account/recovery-codes',
  passkeyOnly: () => '/admin/account/passkey-only',
  endSession: (id: string) => `/admin/account/sessions/${id}/end`,
  endOtherSessions: () => '/admin/account/sessions/end-others',
  endAllSessions: () => '/admin/account/sessions/end-all',
  forgetDevice: (id: string) => `/admin/account/browsers/${id}/forget`,

  paymentSettings: () => '/admin/settings/payments',
  checkAccount: () => '/admin/settings/payments/check',
  appleFile: () => '/admin/settings/payments/apple-file',
  goLive: (section?: string) => `/admin/go-live${section ? `#${section}` : ''}`,
  dismissGoLive: () => '/admin/go-live/dismiss',

  backups: () => '/admin/backups',
  runBackup: () => '/admin/backups/run',
  downloadEverything: () => '/admin/backups/everything.zip',

  team: () => '/admin/team',
  teamPasskeyOnly: () => '/admin/team/passkey-only',
  memberPasskeyOnly: (id: string) => `/admin/team/${id}/passkey-only`,
  endMemberSessions: (id: string) => `/admin/team/${id}/sessions/end`,
  memberLink: (id: string) => `/admin/team/${id}/link`,
  memberRole: (id: string) => `/admin/team/${id}/role`,
  removeMember: (id: string) => `/admin/team/${id}/remove`,
}

export type AnalyticsSearch = {
  days?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** 'no' for only the range. */
  compare?: string | undefined
}

export type OrderListSearch = {
  list?: string | undefined
  q?: string | undefined
  placed?: string | undefined
  /** Only orders paid on these days. */
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
  /** The order that is open next to the list. */
  open?: string | undefined
}
export type OrderAction =
  | DeskAction
  | 'address-tax'
  | 'balance'
  | 'balance-again'
  | 'balance-withdraw'
  | 'note'
  | 'refund'
  | 'refund-items'
  | 'return'
  | 'mail'
export type MoneyRepair =
  | 'settle'
  | 'give-back'
  | 'close'
  | 'record-refund'
  | 'resend-refund'
  | 'explain'
  | 'retry-stuck'
  | 'close-stuck'

/** Omits empty parameters. */
function address(path: string, search: Record<string, string | undefined>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
