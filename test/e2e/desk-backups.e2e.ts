import { readFile } from 'node:fs/promises'
import { readZip } from '../read-zip.ts'
import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test(`lets the owner see the age of the backup, make one, and download all data ${javaScriptEnabled ? '@wide' : '@phone'}`, async ({
      page,
      shop,
    }) => {
      const { number } = await shop.order('Featherstonehaugh')
      await signIn(page, shop)
      await page.goto(`${shop.address}/admin`)
      const status = page.getByRole('heading', { name: 'Shop status' }).locator('..')
      await expect(status.getByRole('link', { name: 'Download everything' })).toBeVisible()
      await status.getByRole('link', { name: 'Backup' }).click()
      await expect(page.getByRole('heading', { name: 'Backups', level: 1 })).toBeVisible()
      await page.getByRole('button', { name: 'Back up now' }).click()
      // With scripts the page follows the backup; without, the link does.
      await expect(async () => {
        const refresh = page.getByRole('link', { name: 'Refresh' })
        if (!javaScriptEnabled && (await refresh.isVisible())) await refresh.click()
        await expect(page.getByText(/just now.*, encrypted/)).toBeVisible({ timeout: 1000 })
        await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible({ timeout: 1000 })
      }).toPass()
      if (javaScriptEnabled) await expectNoViolations(page)

      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download everything' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^bloomera-\d{4}-\d\d-\d\d\.zip$/)
      const files = readZip(await readFile(await download.path()))
      expect(String(files.get('csv/orders.csv'))).toContain(number)
      expect(String(files.get('json/orders.json'))).toContain(number)
      expect(String(files.get('json/products.json'))).toContain('Pure Bloom')
    })
  })
}

test('keeps staff away from backups and downloads @wide', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin`)
  await expect(page.getByRole('heading', { name: 'Shop status' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download everything' })).toHaveCount(0)
  for (const path of ['/admin/backups', '/admin/backups/everything.zip'])
    expect((await page.request.get(shop.address + path)).status()).toBe(403)
})
