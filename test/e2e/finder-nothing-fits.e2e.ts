import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { PHONE, WIDE } from '../../playwright.config.ts'
import { startPostgres } from '../postgres-server.ts'
import { startShopProcess } from '../shop-process.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './shop-test.ts'

const ALL_GROUPS = ['nuts', 'coconut', 'essential-oils', 'stone-fruit', 'olive']
const WITHOUT = ALL_GROUPS.map((group) => `without=${group}`).join('&')

/** In a separate shop, because in the catalog that the other tests share, one oil fits any answers. */
test('says that nothing fits, and never drops an exclusion by itself @wide', async ({ page, browser }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nothing-fits-'))
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('shop')
  const shop = await startShopProcess({
    DATABASE_URL: `${address}/shop`,
    DATA_DIR: path.join(folder, 'data'),
    // On a busy machine it would refuse a page with thousands of addresses.
    RENDER_SHARE: '100',
  })
  await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
  const database = openPostgres({ url: `${address}/shop` })
  await database.withConnection((connection) =>
    connection.exec("update products set is_active = false where id = 'meadow-calm-oil'"),
  )
  await database.close()

  const routine = `${shop.address}/skin-finder?want=dry&skin=irritated&${WITHOUT}&scent=unscented`
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  for (const tab of [page, await withoutScripts.newPage()]) {
    for (const viewport of [PHONE, WIDE]) {
      await tab.setViewportSize(viewport)
      await tab.goto(routine)
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Nothing we make fits all of that')
      const main = tab.getByRole('main')
      await expect(main.getByText('We left out 8 oils with nuts')).toBeVisible()
      await expect(main.getByRole('article')).toHaveCount(0)
      await expect(main.getByRole('button')).toHaveCount(0)
      const overflow = await main.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      if (tab === page) await expectNoViolations(page)
      await expect(main.getByRole('link', { name: 'See all oils without what you leave out' })).toHaveAttribute(
        'href',
        `/shop-all?${WITHOUT}`,
      )
      await main.getByRole('link', { name: 'Change what to leave out' }).click()
      await expect(tab.getByRole('checkbox', { checked: true })).toHaveCount(ALL_GROUPS.length)
      for (const group of ['Essential oils', 'Olive'])
        await tab.getByRole('checkbox', { name: new RegExp(`^${group}`) }).uncheck()
      await tab.getByRole('button', { name: 'See my routine' }).click()
      await expect(tab.getByRole('article')).not.toHaveCount(0)
    }
  }

  await withoutScripts.close()
  shop.child.kill('SIGTERM')
  await shop.ended
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
