import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'

/** In the order of the page. */
async function expectInShop(shop: DeskShop, path: string, ids: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const html = await (await fetch(shop.address + path)).text()
      const content = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
      return [...new Set(Array.from(content.matchAll(/href="\/products\/([a-z0-9-]+)"/g), ([, id]) => id))]
    })
    .toEqual(ids)
}

async function open(page: Page, shop: DeskShop, name: string): Promise<void> {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue/collections`)
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

function places(page: Page) {
  return page
    .getByLabel(/^Position of/)
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('aria-label')))
}

test('orders products with arrows, by typing and by dragging, and undoes it', async ({ page, shop, isMobile }) => {
  await open(page, shop, 'Focus Care')
  await expect(page.getByText('No changes')).toBeVisible()
  await page.getByRole('button', { name: 'Move SOS Serum Blemish Blend up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move SOS Serum Blemish Blend up' })).toBeFocused()
  await expect(page.getByText('SOS Serum Blemish Blend: position 2')).toBeAttached()
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await page.getByLabel('Position of Barrier Rescue Oil').fill('3')
  await page.getByLabel('Position of Barrier Rescue Oil').press('Tab')
  expect(await places(page)).toEqual([
    'Position of SOS Serum Blemish Blend',
    'Position of Bloomera Hair + Skin Restore',
    'Position of Barrier Rescue Oil',
  ])
  let order = ['sos-serum-blemish-blend', 'bloomera-hair-skin-restore', 'barrier-rescue-oil']
  if (!isMobile) {
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('Position of Barrier Rescue Oil') })
    const first = page.getByLabel('Position of SOS Serum Blemish Blend')
    await row.getByTitle('Drag to move').hover()
    await page.mouse.down()
    const box = await first.boundingBox()
    await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) - 10, { steps: 5 })
    await page.mouse.up()
    order = ['barrier-rescue-oil', 'sos-serum-blemish-blend', 'bloomera-hair-skin-restore']
  }
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByText('Collection saved.')).toBeVisible()
  await expectInShop(shop, '/focus-care', order)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expectInShop(shop, '/focus-care', [
    'barrier-rescue-oil',
    'bloomera-hair-skin-restore',
    'sos-serum-blemish-blend',
  ])
})

test('says what a new address does, shows the search result, and redirects @wide', async ({ page, shop }) => {
  await open(page, shop, 'Body & Hair')
  await page.getByLabel('Address').fill('body-hair-care')
  await expect(page.getByText('Old links keep working: /body-hair will redirect to /body-hair-care.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('{n} body and hair oils')
  await expect(page.getByText('8 body and hair oils | Bloomera')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Address').press('Enter')
  await expect(page.getByText('Saved. /body-hair now redirects to /body-hair-care.')).toBeVisible()
  await expect(page.getByText('/body-hair → /body-hair-care')).toBeVisible()
  const shopper = await page.context().newPage()
  await expect
    .poll(async () => {
      await shopper.goto(`${shop.address}/body-hair`)
      return new URL(shopper.url()).pathname
    })
    .toBe('/body-hair-care')
  await expect(shopper.getByRole('heading', { name: 'Body & Hair Collection' })).toBeVisible()
  await shopper.close()
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByLabel('Address')).toHaveValue('body-hair')
})

test('asks before deleting, says what happens, and restores it @phone', async ({ page, shop }) => {
  await open(page, shop, 'Focus Care')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Its 3 products stay on sale')
  await expect(question).toContainText('will lead to Shop All')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Collection deleted. Its address now redirects to Shop All.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Focus Care', exact: true })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('creates a collection, sorts it with arrows, ticks it on a product, and hides it @phone', async ({
    page,
    shop,
  }) => {
    const name = `Winter ${test.info().project.name}`
    const slug = `winter-${test.info().project.name}`
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/catalogue/collections/new`)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Address').fill(slug)
    await page.getByLabel('Silk Root Hair Oil').check()
    await page.getByLabel('Orchard Hand & Cuticle Oil').check()
    await page.getByRole('button', { name: 'Create collection' }).click()
    await expect(page.getByText(`It’s in the shop, at /${slug}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Move Silk Root Hair Oil up' }).click()
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expectInShop(shop, `/${slug}`, ['silk-root-hair-oil', 'orchard-hand-cuticle-oil'])
    const screen = page.url()

    await page.goto(`${shop.address}/admin/catalogue/products/meadow-calm-oil`)
    await page.getByLabel(name).check()
    await page.getByRole('button', { name: 'Save collections' }).click()
    await expect(page.getByText('Collections saved.')).toBeVisible()
    await expectInShop(shop, `/${slug}`, ['silk-root-hair-oil', 'orchard-hand-cuticle-oil', 'meadow-calm-oil'])

    await page.goto(screen)
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(page.getByText(/Its 3 products stay on sale/)).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Hidden. Its products are still on sale.')).toBeVisible()
    await expect.poll(async () => (await fetch(`${shop.address}/${slug}`)).status).toBe(404)
  })
})
