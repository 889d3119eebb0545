import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

async function picture(background: string, width = 800): Promise<Buffer> {
  const height = Math.round(width * 1.25)
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

async function openProduct(page: Page, shop: DeskShop, id: string): Promise<void> {
  await page.goto(`${shop.address}/admin/catalogue/products/${id}`)
  await rendered(page)
}

const rowsOf = (page: Page) => page.locator('.picture-rows > li')

async function upload(page: Page, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chosen = files.map((file) => ({ ...file, mimeType: 'image/jpeg' }))
  await page.getByLabel('Add a picture').setInputFiles(chosen)
  await page.getByRole('button', { name: 'Upload' }).click()
}

test('adds pictures in the background, orders and describes them, and shows the gallery @wide', async ({
  page,
  shop,
}) => {
  test.slow()
  await signIn(page, shop)
  await openProduct(page, shop, 'pure-bloom')
  // However many rendered pictures it has.
  const before = await rowsOf(page).count()
  await upload(page, { name: 'words.jpg', buffer: Buffer.from('no picture at all') })
  await expect(page.getByText('words.jpg: This file is not a picture we can use.')).toBeVisible()
  await upload(
    page,
    { name: 'dusk.jpg', buffer: await picture('#d8a24c') },
    { name: 'tiny.jpg', buffer: await picture('#8f5417', 200) },
  )
  await expect(page.getByText('Uploaded. It appears above as soon as it’s resized.')).toBeVisible()
  // No reload: the list follows the worker.
  await expect(rowsOf(page)).toHaveCount(before + 1, { timeout: 90_000 })
  await expect(page.getByText('This picture is too small.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Missing. Needed before it goes on sale.')).toBeVisible()
  await expectNoViolations(page)

  await page.getByLabel(`What picture ${before + 1} shows`).fill('Dusk behind the bottle')
  // A picture keeps its number until it's saved, so the same arrow is pressed until the picture is first.
  const place = rowsOf(page)
    .filter({ has: page.getByLabel(`What picture ${before + 1} shows`) })
    .locator('input.place')
  for (let moves = 1; moves <= before; moves++) {
    await page.getByRole('button', { name: `Move picture ${before + 1} up` }).click()
    await expect(place).toHaveValue(String(before + 1 - moves))
  }
  await page.getByLabel('Picture of 2oz').selectOption('Picture 1')
  await page.getByRole('button', { name: 'Save pictures' }).click()
  await expect(page.getByText('Pictures saved.')).toBeVisible()
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('Dusk behind the bottle')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Upload removed.')).toBeVisible()

  await expect
    .poll(async () => (await fetch(`${shop.address}/products/pure-bloom`)).text())
    .toContain('Dusk behind the bottle')
  await page.goto(`${shop.address}/products/pure-bloom`)
  await rendered(page)
  const strip = page.getByRole('list', { name: `${before + 1} pictures of Pure Bloom` })
  const dusk = strip.getByRole('img', { name: 'Dusk behind the bottle' })
  const bottle = strip.getByRole('img', { name: /Pure Bloom/ }).first()
  await expect(dusk).toBeInViewport({ ratio: 0.5 })
  await expect(bottle).not.toBeInViewport({ ratio: 0.5 })
  await expectNoViolations(page)
  await page.getByRole('link', { name: `Picture 2 of ${before + 1}` }).click()
  await expect(bottle).toBeInViewport({ ratio: 0.5 })
  await strip.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(dusk).toBeInViewport({ ratio: 0.5 })
  // The rendered picture is the one of 2oz.
  await page.getByText('2oz', { exact: true }).click()
  const shown = () => strip.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth))
  await expect.poll(shown).toBe(1)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const thumbnail = page.getByRole('dialog', { name: 'Shopping Cart' }).locator('img').first()
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
  expect(await thumbnail.getAttribute('src')).toContain('/pictures/pure-bloom-')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('uploads and orders pictures, and shows the picture of the chosen size first @phone', async ({ page, shop }) => {
    await page.goto(
      (await shop.operator('add', 'nojs@bloomera.example', '--role', 'owner')).match(/http\S+/)?.[0] ?? '',
    )
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await page.goto(`${shop.address}/admin/catalogue/products/first-light-serum`)
    const before = await rowsOf(page).count()
    await upload(page, { name: 'dawn.jpg', buffer: await picture('#e0c8a0') })
    await expect(page.getByText('Uploaded. It’ll be in the shop once it’s ready.')).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(rowsOf(page)).toHaveCount(before + 1, { timeout: 1000 })
    }).toPass()
    await page.getByLabel(`What picture ${before + 1} shows`).fill('Dawn')
    await page.getByLabel('Picture of 2oz').selectOption(`Picture ${before + 1}`)
    await page.getByRole('button', { name: `Move picture ${before + 1} up` }).click()
    await expect(page.getByText('Moved. Nothing is saved yet.')).toBeVisible()
    await page.getByRole('button', { name: `Move picture ${before} down` }).click()
    await page.getByRole('button', { name: 'Save pictures' }).click()
    await expect(page.getByText('Pictures saved.')).toBeVisible()
    const shown = async (size: string) => {
      await page.goto(`${shop.address}/products/first-light-serum?size=${size}`)
      return page.locator('.gallery-strip > li:first-child img').last().getAttribute('alt')
    }
    await expect.poll(() => shown('2oz')).toBe('Dawn')
    expect(await shown('1oz')).toContain('First Light Serum')
    await page.getByRole('link', { name: `Picture ${before + 1} of ${before + 1}` }).click()
    await expect(page.getByRole('img', { name: 'Dawn' })).toBeInViewport({ ratio: 0.3 })
  })
})

test('takes a product from its name to going on sale, and says what is missing @phone', async ({ page, shop }, {
  project,
}) => {
  const name = `Frost Balm ${project.name}`
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Put on sale' }).click()
  await expect(page.getByText('It can’t go on sale yet: 9 things are missing.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Patch test', exact: true }).click()
  await expect(page.getByLabel('Patch test')).toBeInViewport()
  await page.getByLabel('Patch test').fill('On the inside of your arm, a day before.')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()
  await expect(page.locator('#ready').getByText('8 things are missing.')).toBeVisible()
})

test('asks before an empty price takes a size off sale @wide', async ({ page, shop }) => {
  await signIn(page, shop)
  await openProduct(page, shop, 'velvet-contour-serum')
  await page.getByLabel('2oz price ($)').fill('')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect(page.getByText('Stop selling Velvet Contour Serum in 2oz?')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByLabel('2oz price ($)')).not.toHaveValue('')
})

test('asks before unsaved changes are lost, on every kind of form @phone', async ({ page, shop }) => {
  await signIn(page, shop)
  for (const [path, label, words] of [
    ['/admin/catalogue/products/meadow-calm-oil', 'Short description', 'Half a thought'],
    ['/admin/catalogue/collections/new', 'Name', 'Half a name'],
    ['/admin/settings/business', 'Phone', '555'],
    ['/admin/catalogue/banner', 'Your text', 'Half a banner'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(shop.address + path)
      await rendered(page)
      const field = page.getByLabel(label).first()
      const stored = await field.inputValue()
      const link = page.locator('#main').getByRole('link').first()
      await field.fill(words)
      await link.click()
      const question = page.getByRole('dialog', { name: /unsaved changes/ })
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Go back' }).click()
      await expect(field).toHaveValue(words)
      // Typed back to the stored value, so nothing would be lost.
      await field.fill(stored)
      await link.click()
      await expect(question).toBeHidden()
      await page.waitForURL((url) => url.pathname !== path)
    })
})

test('asks in the browser’s own dialog when the tab is closed or reloaded @wide', async ({ page, shop }) => {
  await signIn(page, shop)
  await openProduct(page, shop, 'meadow-calm-oil')
  await page.getByLabel('Short description').click()
  await page.keyboard.type('x')
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.accept()
    }),
  )
  await Promise.all([page.reload(), asked])
  expect(await asked).toBe('beforeunload')
})

test('asks before saving one form loses what was typed in another @phone', async ({ page, shop }) => {
  await signIn(page, shop)
  await openProduct(page, shop, 'silk-root-hair-oil')
  await page.getByLabel('How to use').fill('Half a thought')
  await page.getByRole('button', { name: 'Save collections' }).click()
  await page
    .getByRole('dialog', { name: /Another form on this page/ })
    .getByRole('button', { name: 'Go back' })
    .click()
  await expect(page.getByLabel('How to use')).toHaveValue('Half a thought')
  // Its own button doesn't ask.
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()
})

test('restores what was typed when the session ended, and goes back from a refused form @wide', async ({
  page,
  shop,
  context,
}) => {
  const email = await signIn(page, shop)
  await openProduct(page, shop, 'barrier-rescue-oil')
  await page.getByLabel('Short description').fill('A thought that took a while.')
  const cookies = (await context.cookies()).filter(
    ({ name }) => !name.startsWith('desk') || name.startsWith('desk-device'),
  )
  await context.clearCookies()
  await context.addCookies(cookies)
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page).toHaveURL(/\/admin\/sign-in\?next=%2Fadmin%2Fcatalogue%2Fproducts%2Fbarrier-rescue-oil/)
  // Signed in again, in the same tab.
  const [link = ''] = /http\S+/.exec(await shop.operator('link', email)) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await openProduct(page, shop, 'barrier-rescue-oil')
  await expect(page.getByText('You were signed out before this was saved.')).toBeVisible()
  await expect(page.getByLabel('Short description')).toHaveValue('A thought that took a while.')
  await expectNoViolations(page)
  await page.getByLabel('Drops per use').fill('0')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Write a whole number from 1 to 50.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Barrier Rescue Oil', level: 1 })).toBeVisible()
  await page.getByLabel('Drops per use').fill('5')
  await page.getByLabel('Short description').fill('A thought that took a while.')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()
})
