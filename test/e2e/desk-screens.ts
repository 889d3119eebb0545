/**
 * Every screen of the desk, which a browser visits at several widths and with axe. desk-routes.db.test.ts fails if a
 * screen is missing here.
 */
import { SETTING_KEYS } from '#domain/business/describe-settings.ts'

const SETTINGS_SCREENS = ['shipping', 'labels', 'taxes', 'payments', ...SETTING_KEYS].map(
  (key) => `/admin/settings/${key}`,
)

export const SCREENS = [
  '/admin',
  '/admin?days=90&compare=no',
  '/admin?from=2026-02-30&to=2026-03-01',
  '/admin/jump',
  '/admin/jump?q=zebra',
  '/admin/reviews',
  '/admin/reviews?list=published',
  '/admin/reviews?list=withheld',
  '/admin/audit',
  '/admin/audit?actor=nobody',
  '/admin/account',
  '/admin/account/notifications',
  '/admin/backups',
  '/admin/go-live',
  '/admin/customers',
  '/admin/customers?q=zebra',
  '/admin/customers?email=nobody%40example.com',
  '/admin/team',
  '/admin/settings',
  '/admin/settings?q=zebra',
  '/admin/pages',
  '/admin/pages/home',
  '/admin/pages/about',
  '/admin/pages/mail-shipped',
  '/admin/pages/pictures',
  ...SETTINGS_SCREENS,
  '/admin/orders?q=nobody',
  '/admin/orders/new',
  '/admin/money',
  '/admin/taxes',
  '/admin/codes',
  '/admin/subscribers',
  '/admin/nothing',
  '/admin/sign-in',
  '/admin/sign-in?out=yes',
  '/admin/sign-in/link',
  '/admin/link/none',
]

/** Their current tab is in view, at any width. */
export const TABBED_SCREENS = [
  '/admin/catalogue',
  '/admin/catalogue/new',
  '/admin/catalogue/products/forever-skin-serum',
  '/admin/catalogue/featured',
  '/admin/catalogue/collections',
  '/admin/catalogue/collections/new',
  '/admin/catalogue/needs',
  '/admin/catalogue/ingredients',
  '/admin/catalogue/ingredients/argan-oil',
  '/admin/catalogue/ingredients/new',
  '/admin/catalogue/banner',
  '/admin/catalogue/policies',
  '/admin/catalogue/policies/privacy-policy',
  '/admin/catalogue/import',
  '/admin/orders',
  '/admin/orders?list=all',
  '/admin/orders?list=to-pack&placed=late',
]

/** Screens below the page of an order that the test places. */
export const ORDER_SCREENS = [
  '',
  '?list=to-pack',
  '/packing-slip',
  '/label',
  '/address',
  '/items',
  '/refund-items',
  '/split',
]

/** For the orders selected in the list. */
export const TICKED_SCREENS = ['/admin/orders/slips', '/admin/orders/labels', '/admin/orders/tracking']
