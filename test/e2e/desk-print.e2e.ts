import type { Page } from '@playwright/test'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

/** Letter less its margins, in CSS pixels. */
const SHEET = { width: 701, height: 940 }
const WHITE = new Set(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])

/** What a device with a dark scheme and a narrow window prints. */
async function openForPrint(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await page.goto(address)
  await rendered(page)
  await page.setViewportSize(SHEET)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

async function expectPaper(page: Page, rows: string, sheetCount?: number): Promise<void> {
  const found = await page.evaluate((selector) => {
    const shown = (query: string) =>
      [...document.querySelectorAll(query)].filter((element) => element.checkVisibility())
    const style = (element: Element) => getComputedStyle(element)
    return {
      pressed: shown(
        'nav, button, .button, summary, .order-way, .panel > p > .underlined, select, textarea, input:not([type=hidden])',
      ).map((element) => `${element.tagName} ${element.className} ${element.textContent?.trim().slice(0, 30)}`),
      backgrounds: ['html', 'body', '.desk', '.desk-main', '.panel', 'table', 'tr', 'td'].flatMap((query) =>
        shown(query).map((element) => style(element).backgroundColor),
      ),
      // Text on paper is dark, whatever the device.
      pale: shown('.desk-main p, .desk-main td, .desk-main h1, .desk-main dd').filter((element) => {
        const [red = 0, green = 0, blue = 0] = style(element).color.match(/\d+/g)?.map(Number) ?? []
        return red + green + blue > 450
      }).length,
      rows: shown(selector).length,
      split: shown(selector).filter((element) => style(element).breakInside !== 'avoid').length,
      cutOff: shown('body *')
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((element) => `${element.tagName} ${element.className}`),
      width: document.documentElement.scrollWidth,
    }
  }, rows)
  expect(found.pressed).toEqual([])
  expect(found.backgrounds.filter((color) => !WHITE.has(color))).toEqual([])
  expect(found.pale).toBe(0)
  expect(found.rows).toBeGreaterThan(0)
  expect(found.split).toBe(0)
  expect(found.cutOff).toEqual([])
  expect(found.width).toBeLessThanOrEqual(SHEET.width)
  const sheets = await sheetsOf(page)
  expect(new Set(sheets)).toEqual(new Set(['/MediaBox [0 0 612 792]']))
  if (sheetCount !== undefined) expect(sheets).toHaveLength(sheetCount)
}

async function sheetsOf(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/MediaBox ?\[[^\]]*\]/g) ?? []
}

async function orderPage(page: Page, shop: DeskShop, number: string): Promise<string> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  const id = await page
    .locator(`[data-order]:has-text("${number.slice(4)}") .order-number a`)
    .first()
    .getAttribute('href')
  return `${shop.address}${id}`
}

test('reports, lists and orders print without buttons or split rows, and on white even from a dark device @wide', async ({
  page,
  shop,
}) => {
  const { number, email } = await shop.order('Papadaki')
  await shop.order('Wolfeschlegelsteinhausen Bergerdorff of Provo and of Salt Lake City')
  await shop.order('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren')
  await signIn(page, shop, 'owner')
  const order = await orderPage(page, shop, number)
  await page.goto(order)
  for (let step = 0; step < 9; step += 1) {
    const isPacked = step % 2 === 1
    await rendered(page)
    await page.getByRole('button', { name: isPacked ? 'Unpack' : 'Mark as packed' }).click()
    await expect(page.locator('#order-state')).toHaveText(isPacked ? 'To pack' : 'Packed')
  }
  await rendered(page)
  await page.getByLabel('Tracking number').fill('9400111201080805483016')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')
  for (const [address, rows, sheets] of [
    [`${shop.address}/admin`, '.chart-tile, .desk-main tr', undefined],
    [`${shop.address}/admin/taxes`, '.desk-main tr', 1],
    [`${shop.address}/admin/orders?q=Wolfeschlegelsteinhausen`, '.order-table tr', 1],
    // Its history too, however much happened, and dates instead of "just now".
    [order, '.lines > li, .timeline > li', 1],
    [`${shop.address}/admin/customers?email=${encodeURIComponent(email)}`, '.lines > li', 1],
    [`${shop.address}/admin/audit`, '.activity-day > ul > li', undefined],
    [`${shop.address}/admin/money`, '.desk-main li, .desk-main tr', undefined],
  ] as const) {
    await test.step(address, async () => {
      await openForPrint(page, address)
      await expectPaper(page, rows, sheets)
    })
  }
})

test('packages to scan print as one table, with their numbers and without buttons @wide', async ({ page, shop }) => {
  const numbers: string[] = []
  for (const name of ['Papadaki', 'Lee', 'Wolfeschlegelsteinhausenbergerdorff', 'Oh'])
    numbers.push((await shop.order(name)).number)
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  // Not those of other tests, which would need more sheets.
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select (${numbers.join('|')})`) })
  const ids = await boxes.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => `id=${value}`))
  expect(ids).toHaveLength(numbers.length)
  await openForPrint(page, `${shop.address}/admin/orders/tracking?${ids.join('&')}`)
  expect(await sheetsOf(page)).toEqual(['/MediaBox [0 0 612 792]'])
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Paste a list' })).toBeHidden()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(ids.length + 1)
  // Cells side by side, as on a wide screen, not stacked as on a phone.
  const tops = await rows.evaluateAll((all: HTMLTableRowElement[]) =>
    all.map((row) => new Set(Array.from(row.cells, (cell) => cell.getBoundingClientRect().top)).size),
  )
  expect(new Set(tops)).toEqual(new Set([1]))
})
