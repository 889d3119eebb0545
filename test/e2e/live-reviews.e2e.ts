import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Page, test as plainTest } from '@playwright/test'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { MESSAGES } from '../../src/contract/messages.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { startShopProcess } from '../shop-process.ts'
import { expect, hydrated } from './shop-test.ts'

/** Without the check for console output, because the browser logs the 503 while the database is down. */
plainTest(
  'updates a page opened from another process when a review is submitted and published by SQL',
  async ({ page, browser }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'live-'))
    const { server, address } = await startPostgres(folder)
    await server.createDatabase('shop')
    const database = openPostgres({ url: `${address}/shop` })
    const rows = (statement: string, parameters?: unknown[]) =>
      database.withConnection((connection) => connection.rows(statement, parameters))
    const environment = { DATABASE_URL: `${address}/shop` }
    const shop = await startShopProcess({ ...environment, DATA_DIR: path.join(folder, 'a') })
    await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
    const otherEnvironment = { ...environment, DATA_DIR: path.join(folder, 'b'), PORT: String(await freePort()) }
    const other = await startShopProcess(otherEnvironment)
    await expect.poll(async () => (await fetch(`${other.address}/readyz`)).status).toBe(200)

    const watcher = await (await browser.newContext()).newPage()
    // Twice: the second time it is a cached page.
    await watcher.goto(`${other.address}/products/orchard-hand-cuticle-oil`)
    const streaming = watcher.waitForResponse(/reviews\/live$/)
    await watcher.reload()
    await streaming
    await expect(watcher.getByText('No one has reviewed this oil yet.')).toBeVisible()

    await page.goto(`${shop.address}/products/orchard-hand-cuticle-oil`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Write a review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write a review' })
    await dialog.locator('label').filter({ hasText: '4 stars' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Good hands')
    await dialog.getByRole('textbox', { name: 'Review' }).fill('Soft by the second evening.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Pires')
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByText(MESSAGES.reviewSubmitted)).toBeVisible()
    const [stored] = await rows("select is_published, source from reviews where title = 'Good hands'")
    expect(stored).toEqual({ is_published: false, source: 'website_form' })

    await rows("update reviews set is_published = true where title = 'Good hands'")
    await expect(watcher.getByRole('link', { name: '4.0 out of 5, 1 review' })).toBeVisible()
    await watcher.getByText('Read reviews (1)').click()
    await expect(watcher.getByRole('heading', { name: 'Good hands' })).toBeVisible()
    await expect(watcher.getByText('Ana P.')).toBeVisible()

    const publish = (title: string) =>
      rows(
        `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
          values ('orchard-hand-cuticle-oil', 4, $1, 'Still soft.', 'Ben Osei', 'website_form', true)`,
        [title],
      )
    // A hidden page holds no connection, and catches up when it is visible again.
    await setHidden(watcher, true)
    await publish('While you were away')
    await watcher.waitForTimeout(500)
    await expect(watcher.getByRole('link', { name: '4.0 out of 5, 1 review' })).toBeVisible()
    await setHidden(watcher, false)
    await expect(watcher.getByRole('link', { name: '4.0 out of 5, 2 reviews' })).toBeVisible()

    // A process that crashes and restarts is found again; one that is not ready yet, half a minute later.
    await other.crash()
    await publish('While the shop was away')
    const again = await startShopProcess(otherEnvironment)
    await expect(watcher.getByRole('link', { name: '4.0 out of 5, 3 reviews' })).toBeVisible()

    // A failure keeps the draft.
    await page.getByRole('button', { name: 'Write a review' }).click()
    await dialog.locator('label').filter({ hasText: '2 stars' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('On second thought')
    await dialog.getByRole('textbox', { name: 'Review' }).fill('The pump sticks.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Pires')
    await rows('alter table reviews rename to reviews_away')
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByText(MESSAGES.reviewFailed).first()).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('On second thought')
    await rows('alter table reviews_away rename to reviews')

    await database.close()
    for (const { child, ended } of [shop, again]) {
      child.kill('SIGTERM')
      await ended
    }
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  },
)

/** As if another tab covered this one. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
