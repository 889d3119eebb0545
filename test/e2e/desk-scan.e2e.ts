import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../playwright.config.ts'
import { findTestBrowser } from '../../scripts/find-chromium.mjs'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const executablePath = findTestBrowser()
// The camera shows a test picture without asking for permission; the test determines what is read from it.
test.use({
  launchOptions: {
    args: [...CHROMIUM_ARGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ...(executablePath && { executablePath }),
  },
})

const UPS = '1Z5R89390357567127'
const USPS = '9400111201080000000001'

/** A browser with a barcode reader that sees the entries of `labels` one by one. */
async function useDetector(page: Page, labels: string[][]): Promise<void> {
  await page.addInitScript((seen) => {
    const frames = [...seen]
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect(video: HTMLVideoElement) {
          if (!(video.srcObject instanceof MediaStream) || video.readyState < 2)
            return Promise.reject(new Error('no frame'))
          const frame = frames.length > 1 ? frames.shift() : frames[0]
          return Promise.resolve((frame ?? []).map((rawValue) => ({ rawValue })))
        }
      },
    })
  }, labels)
}

async function openTracking(page: Page, shop: DeskShop, numbers: readonly string[]): Promise<void> {
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  for (const number of numbers) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await page
    .getByRole('group', { name: 'Selected orders' })
    .getByRole('button', { name: /^(Add tracking|Tracking)$/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Add tracking' })).toBeVisible()
  await rendered(page)
}

const scan = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' })

test('scans labels into one package after another, and closes after the last', async ({ page, shop }) => {
  // A store barcode, the same label twice, a misread one, and a USPS barcode with its zip code and separator.
  await useDetector(page, [
    [],
    ['https://example.com'],
    [UPS],
    [UPS],
    [`${UPS.slice(0, -1)}8`, UPS],
    [`\u{1d}42084601${USPS}`],
  ])
  await signIn(page, shop, 'staff')
  const orders = [await shop.order('Abendroth'), await shop.order('Bergamini')]
  await openTracking(
    page,
    shop,
    orders.map(({ number }) => number),
  )
  await scan(page).click()
  await expect(page.getByRole('dialog', { name: 'Scan labels' })).toBeHidden()
  for (const [index, number] of [UPS, USPS].entries())
    await expect(page.getByLabel(`Tracking number of ${orders[index]?.number}`)).toHaveValue(number)
  const send = page.getByRole('button', { name: 'Mark 2 as shipped' })
  await expect(send).toBeFocused()
  await send.click()
  await expect(page.getByText('2 orders marked as shipped')).toBeVisible()
})

test('says what it reads, has no violations, and Done turns the camera off', async ({ page, shop }) => {
  await useDetector(page, [['5901234123457'], [UPS], []])
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      Object.assign(globalThis, { opened: stream })
      return stream
    }
  })
  await signIn(page, shop, 'staff')
  const orders = [await shop.order('Castaldo'), await shop.order('Delacroix')]
  await openTracking(
    page,
    shop,
    orders.map(({ number }) => number),
  )
  await scan(page).click()
  const dialog = page.getByRole('dialog', { name: 'Scan labels' })
  await expect(dialog.getByText(/^UPS 1Z5R89390357567127: .* Castaldo\. Next: .* Delacroix$/)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel(`Tracking number of ${orders[1]?.number}`)).toBeFocused()
  const states = await page.evaluate(() =>
    (globalThis as unknown as { opened: MediaStream }).opened.getTracks().map(({ readyState }) => readyState),
  )
  expect(states).toEqual(['ended'])
})

test('without camera permission, numbers can be typed; a browser without a reader has no button @phone', async ({
  page,
  shop,
}) => {
  await signIn(page, shop, 'staff')
  const order = await shop.order('Eberhardt')
  await openTracking(page, shop, [order.number])
  await expect(page.getByLabel(`Tracking number of ${order.number}`)).toBeFocused()
  await expect(scan(page)).toBeHidden()
  await useDetector(page, [[]])
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await openTracking(page, shop, [order.number])
  await scan(page).click()
  const dialog = page.getByRole('dialog', { name: 'Scan labels' })
  await expect(dialog.getByText('The camera is blocked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel(`Tracking number of ${order.number}`).fill(UPS)
  await expect(page.getByRole('button', { name: 'Mark 1 as shipped' })).toBeVisible()
})
