import type { Page } from '@playwright/test'

/** A screen in docs/screens: a line here is a picture at each width, and a row of its index. */
export type Screen = {
  /** Name of its files. */
  name: string
  title: string
  path: string
  /** Only this part of the page, with what is above it scrolled away. */
  part?: string
  /** Follows the first of these links. */
  follow?: string
  /** Runs before the screenshot. */
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

function orderIds(page: Page): Promise<string[]> {
  return page
    .locator('[data-order] input[type=checkbox]')
    .evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ value }) => value))
}

async function openInOrders(page: Page, address: string): Promise<void> {
  const response = await page.goto(`${new URL(page.url()).origin}/admin/orders/${address}`)
  if (!response?.ok()) throw new Error(`${address} returned ${response?.status()}`)
}

/** A screen below the page of the first order, which a wide window would open next to the list. */
function ofFirstOrder(screen: string): Pick<Screen, 'path' | 'steps'> {
  return { path: '/admin/orders', steps: async (page) => openInOrders(page, `${(await orderIds(page))[0]}/${screen}`) }
}

/** For all orders of the list. */
async function openTracking(page: Page): Promise<void> {
  const ids = await orderIds(page)
  await openInOrders(page, `tracking?${ids.map((id) => `id=${id}`).join('&')}`)
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
  { name: 'order', title: 'An order', path: '/admin/orders', follow: '[data-order] a' },
  { name: 'edit-items', title: 'Items of an order', ...ofFirstOrder('items') },
  { name: 'refund-items', title: 'A refund of items', ...ofFirstOrder('refund-items') },
  { name: 'split', title: 'A shipment of part of an order', ...ofFirstOrder('split') },
  { name: 'tracking', title: 'Tracking numbers', path: '/admin/orders', steps: openTracking },
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
