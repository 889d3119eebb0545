import type { Page } from '@playwright/test'

/** A screen in docs/screens: a line here is a picture at each width, and a row of its index. */
export type Screen = {
  /** Name of its files. */
  name: string
  title: string
  path: string
  /** Only this part of the page, with what is above it scrolled away. */
  part?: string
  /** The first of these links is followed. */
  follow?: string
  /** What a person does there first. */
  steps?: (page: Page) => Promise<void>
}

async function addToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByText('added to cart!').waitFor()
}

async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByText('1 item in your cart').waitFor()
}

async function openCheckout(page: Page): Promise<void> {
  await openCart(page)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('dialog', { name: 'Checkout' }).locator('iframe').waitFor()
}

const FIRST_ORDER = { path: '/admin/orders', follow: '[data-order] a' }

/** A screen below the page of an order. */
function below(screen: string) {
  return async (page: Page): Promise<void> => {
    const { origin, pathname } = new URL(page.url())
    await page.goto(`${origin}${pathname}/${screen}`)
  }
}

export const SHOP_SCREENS: readonly Screen[] = [
  { name: 'home', title: 'Home', path: '/' },
  { name: 'collection', title: 'A collection', path: '/facial-serums' },
  { name: 'product', title: 'A product', path: '/products/forever-skin-serum' },
  { name: 'product-on-sale', title: 'A product on sale', path: '/products/pure-bloom?size=1oz' },
  { name: 'search', title: 'A search', path: '/shop-all?search=sensitive+skin' },
  {
    name: 'routine',
    title: 'A routine',
    path: '/skin-finder?want=dry&skin=irritated&without=nuts&scent=unscented',
  },
  { name: 'compare', title: 'Oils compared', path: '/compare?oil=first-light-serum&oil=barrier-rescue-oil' },
  { name: 'added', title: 'Added to the cart', path: '/products/forever-skin-serum', steps: addToCart },
  // The bottle is still in it.
  { name: 'cart', title: 'The cart', path: '/products/forever-skin-serum', steps: openCart },
  { name: 'checkout', title: 'The checkout', path: '/products/forever-skin-serum', steps: openCheckout },
]

export const DESK_SCREENS: readonly Screen[] = [
  { name: 'today', title: 'Today', path: '/admin' },
  { name: 'orders', title: 'Orders', path: '/admin/orders' },
  { name: 'order', title: 'An order', ...FIRST_ORDER },
  { name: 'edit-items', title: 'Items of an order', ...FIRST_ORDER, steps: below('items') },
  { name: 'refund-items', title: 'A refund of items', ...FIRST_ORDER, steps: below('refund-items') },
  { name: 'split', title: 'A shipment of part of an order', ...FIRST_ORDER, steps: below('split') },
  { name: 'customers', title: 'Customers', path: '/admin/customers' },
  { name: 'settings', title: 'Settings', path: '/admin/settings' },
  { name: 'shipping', title: 'Shipping', path: '/admin/settings/shipping' },
  { name: 'taxes', title: 'Tax rates', path: '/admin/settings/taxes' },
  { name: 'products', title: 'Products', path: '/admin/catalogue' },
  { name: 'product-editor', title: 'A product', path: '/admin/catalogue/products/pure-bloom' },
  { name: 'sale-price', title: 'Sale price', path: '/admin/catalogue/products/pure-bloom', part: '#sale-price' },
  { name: 'import', title: 'Import', path: '/admin/catalogue/import' },
  { name: 'collections', title: 'Collections', path: '/admin/catalogue/collections' },
  { name: 'pages', title: 'Pages', path: '/admin/pages' },
  { name: 'page-editor', title: 'Texts of a page', path: '/admin/pages/about' },
  { name: 'pictures', title: 'Picture library', path: '/admin/pages/pictures' },
  { name: 'notifications', title: 'Notifications', path: '/admin/account/notifications' },
  { name: 'backups', title: 'Backups', path: '/admin/backups' },
  { name: 'activity', title: 'Activity log', path: '/admin/audit' },
]
