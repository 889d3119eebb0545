import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as plainTest } from '@playwright/test'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { startPostgres } from '../postgres-server.ts'
import { startShopProcess } from '../shop-process.ts'
import { expect } from './shop-test.ts'

/** Not the quiet console of the other tests: the browser logs every 503. */
plainTest(
  'shows the fixed text once while the database is down, and loads the page when it is back',
  async ({ page }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'away-'))
    const { server, address } = await startPostgres(folder)
    await server.createDatabase('shop')
    const admin = openPostgres({ url: `${address}/postgres` })
    const exec = (statements: string) => admin.withConnection((connection) => connection.exec(statements))
    const shop = await startShopProcess({ DATABASE_URL: `${address}/shop` })
    await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)

    await page.goto(`${shop.address}/about`)
    await exec('alter database shop allow_connections false')
    await exec("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'")
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Facial Serums' }).click()
    await expect(page.getByRole('alert').getByText('Failed to load facial serums')).toBeVisible()
    await expect(page.getByText('Failed to load facial serums')).toHaveCount(1)

    await exec('alter database shop allow_connections true')
    await expect(page.getByRole('link', { name: 'Pure Bloom', exact: true })).toBeVisible()

    await admin.close()
    shop.child.kill('SIGTERM')
    await shop.ended
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  },
)
