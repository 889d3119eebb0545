import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Locator, type Page, test as plainTest } from '@playwright/test'
import { createOperatorService } from '#server/operators/team.service.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { anOrder } from '../an-order.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { startShopProcess } from '../shop-process.ts'
import { startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { expect, rendered } from './shop-test.ts'
import { tabTo } from './tab-walk.ts'

/** Not the quiet console of the other tests: the browser logs the 500. */
plainTest(
  'a form sent while the database is down changes nothing, and is shown again as typed, by keyboard alone @wide',
  async ({ page }) => {
    const { shop, server, address, shutDown, database: before, close } = await openAwayDesk(page)
    // A customer found by a tag.
    await before.withConnection((connection) =>
      connection.exec(`insert into customer_notes (folded_email, note, tags) values ('ana@example.com', '', '{VIP}')`),
    )
    await before.close()

    await page.goto(`${shop.address}/admin/customers?email=ana%40example.com`)
    await rendered(page)
    const note = page.getByRole('textbox', { name: 'Note' })
    const save = page.locator('form', { has: note }).getByRole('button', { name: 'Save' })
    await note.focus()
    await page.keyboard.type('Likes neroli, not rose.')
    await shutDown('fast')
    await tabTo(save)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'That didn’t work' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Something went wrong on our side')

    await server.start()
    const database = openPostgres({ url: `${address}/shop` })
    const notes = () => database.withConnection((connection) => connection.rows('select note from customer_notes'))
    expect(await notes()).toEqual([{ note: '' }])
    await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
    await page.getByRole('link', { name: 'Back to the form' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('This may not have been saved. Your changes are still here')).toBeFocused()
    await expect(note).toHaveValue('Likes neroli, not rose.')
    await note.focus()
    await tabTo(save)
    await page.keyboard.press('Enter')
    await expect.poll(notes).toEqual([{ note: 'Likes neroli, not rose.' }])
    await expect(page.getByText('This may not have been saved.')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('desk-typed'))).toBeNull()

    // Secrets aren't stored, and only their owner types them.
    await page.goto(`${shop.address}/admin/settings/labels`)
    await rendered(page)
    await page.getByLabel('API key').focus()
    await page.keyboard.type('EZTK-a-secret-key')
    await database.close()
    await shutDown('fast')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'That didn’t work' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a-secret-key')
    await server.start()
    await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await expect(page.getByLabel('API key')).toHaveValue('')

    await close()
  },
)

plainTest(
  'keeps what was typed on order screens while the database is down, and changes nothing @wide',
  async ({ page }) => {
    plainTest.slow()
    const { shop, server, address, shutDown, database: before, square, close } = await openAwayDesk(page)
    const [open, shipped, other] = [
      await buy(shop.address, square),
      await buy(shop.address, square),
      await buy(shop.address, square),
    ]
    const idOf = async (number: string) => {
      const [row] = await before.withConnection((connection) =>
        connection.rows('select id from orders where number = $1', [number]),
      )
      return String(row?.id)
    }
    const orderAt = async (number: string) => `${shop.address}/admin/orders/${await idOf(number)}`
    const [openAt, shippedAt] = [await orderAt(open), await orderAt(shipped)]
    const trackingAt = `${shop.address}/admin/orders/tracking?id=${await idOf(open)}&id=${await idOf(other)}`
    await page.goto(shippedAt)
    await page.getByText('Ship now').click()
    await page.getByLabel('Tracking number (optional)').fill('9400111201080805483016')
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(page.locator('#order-state')).toHaveText('Shipped')
    await before.close()

    // Each in its own tab, filled in before the database goes down. Three at a time: headless tabs are never hidden, so
    // each holds a stream, and a browser has six connections to a server.
    const forms: { tab: Page; filled: [field: Locator, value: string][]; send: string }[] = []
    async function fill(screen: string, send: string, values: [field: (tab: Page) => Locator, value: string][]) {
      const tab = await page.context().newPage()
      await tab.goto(screen)
      await rendered(tab)
      const filled = values.map(([field, value]): [Locator, string] => [field(tab), value])
      for (const [field, value] of filled) {
        const kind = await field.evaluate((element: HTMLInputElement | HTMLSelectElement) => element.type)
        if (kind === 'checkbox') await field.check()
        else await (kind === 'select-one' ? field.selectOption(value) : field.fill(value))
      }
      forms.push({ tab, filled, send })
    }
    async function surviveOutage(): Promise<Page[]> {
      await shutDown('fast')
      for (const { tab, send } of forms) {
        await tab.bringToFront()
        await tab.getByRole('button', { name: send, exact: true }).focus()
        await tab.keyboard.press('Enter')
        await expect(tab.getByRole('heading', { name: 'That didn’t work' })).toBeVisible()
        await expect(tab.getByRole('alert')).toContainText('Something went wrong on our side')
      }
      await server.start()
      await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
      for (const { tab, filled } of forms) {
        await tab.bringToFront()
        await tab.getByRole('link', { name: 'Back to the form' }).focus()
        await tab.keyboard.press('Enter')
        await expect(tab.getByText('This may not have been saved. Your changes are still here')).toBeFocused()
        for (const [field, value] of filled) {
          await expect(field).toHaveValue(value)
          if (value === 'yes') await expect(field).toBeChecked()
        }
      }
      return forms.splice(0).map(({ tab }) => tab)
    }
    const quantity = (tab: Page) => tab.getByRole('combobox', { name: /^Quantity of Pure Bloom 1oz/ })
    const labeled = (label: string) => (tab: Page) => tab.getByLabel(label)
    await fill(`${openAt}/items`, 'Review changes', [
      [quantity, '3'],
      [labeled('Product 1 (optional)'), 'tender-bloom-intimate-oil|'],
      [labeled('Reason (optional)'), 'Asked by phone'],
    ])
    await fill(`${openAt}/refund-items`, 'Review refund', [
      [quantity, '1'],
      [labeled('Reason'), 'One bottle leaked'],
    ])
    await fill(`${openAt}/split`, 'Ship these items', [
      [quantity, '1'],
      [labeled('Tracking number'), '9400111201080805483016'],
    ])
    for (const tab of await surviveOutage()) await tab.close()
    await fill(`${shippedAt}/return`, 'Record return', [
      [quantity, '1'],
      [labeled('More about it'), 'The pump sticks'],
    ])
    await fill(trackingAt, 'Mark 2 as shipped', [
      [labeled(`Tracking number of ${open}`), '9400111201080805483016'],
      [labeled(`Tracking number of ${other}`), '1Z5R89390357567127'],
      [labeled(`Carrier of ${other}`), 'FedEx'],
    ])
    await fill(`${shop.address}/admin/account/notifications`, 'Save', [
      [(tab) => tab.getByRole('checkbox', { name: 'Low stock: Email' }), 'yes'],
      [labeled('Hold notifications during quiet hours'), 'yes'],
      [labeled('Daily summary at'), '9'],
    ])

    const [, tracking, notifications] = (await surviveOutage()) as [Page, Page, Page]
    // Each number still belongs to its own order, and the other screen is saved as it was left, too.
    await tracking.bringToFront()
    await expect(tracking.getByRole('button', { name: 'Mark 2 as shipped' })).toBeVisible()
    await tracking.getByRole('button', { name: 'Save for later' }).click()
    await expect(tracking.getByText('2 tracking numbers saved. Nothing was sent.')).toBeVisible()
    await notifications.bringToFront()
    await notifications.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(notifications.getByText('Notifications saved.')).toBeVisible()
    const database = openPostgres({ url: `${address}/shop` })
    const [changed] = await database.withConnection((connection) =>
      connection.rows(
        `select (select count(*)::int from refunds) as refunds, (select count(*)::int from balance_requests) as requests,
           (select count(*)::int from returns) as returns,
           (select state from orders where number = $1) as state`,
        [open],
      ),
    )
    const saved = await database.withConnection((connection) =>
      connection.rows(
        `select number, tracking_carrier as carrier, tracking_number as tracking from orders
         where number = any($1) order by array_position($1, number)`,
        [[open, other]],
      ),
    )
    await database.close()
    expect(changed).toEqual({ refunds: 0, requests: 0, returns: 0, state: 'paid' })
    expect(saved).toEqual([
      { number: open, carrier: 'USPS', tracking: '9400111201080805483016' },
      { number: other, carrier: 'FedEx', tracking: '1Z5R89390357567127' },
    ])
    await close()
  },
)

/** A shop on its own PostgreSQL that can be stopped, with its owner signed in. */
async function openAwayDesk(page: Page) {
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-away-'))
  const { server, address, shutDown } = await startPostgres(path.join(folder, 'postgres'))
  await server.createDatabase('shop')
  const square = await startTestEmulator()
  const shop = await startShopProcess({
    DATABASE_URL: `${address}/shop`,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    SQUARE_BASE_URL: square.address,
  })
  await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
  const database = openPostgres({ url: `${address}/shop` })
  const operators = createOperatorService(database, () => new Date())
  const added = await operators.add('owner@garden.example', 'owner', { operatorId: null, actor: 'test' })
  await page.goto(`${shop.address}/admin/link/${added.ok ? added.token : ''}`)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()

  async function close(): Promise<void> {
    shop.child.kill('SIGTERM')
    await shop.ended
    await square.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { shop, server, address, shutDown, database, square, close }
}

/** Returns the number of a paid order. */
async function buy(address: string, square: TestEmulator): Promise<string> {
  const response = await fetch(`${address}/functions/v1/process-square-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ ...anOrder(), sourceId: await square.tokenize() }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { orderNumber: string }).orderNumber
}
