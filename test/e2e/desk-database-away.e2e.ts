import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Locator, test as plainTest } from '@playwright/test'
import { createOperatorService } from '#server/operators/team.service.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { startShopProcess } from '../shop-process.ts'
import { expect, rendered } from './shop-test.ts'

/** Not the quiet console of the other tests: the browser logs the 500. */
plainTest(
  'a form that is sent while the database is away changes nothing, and comes back as it was typed, by keyboard alone @wide',
  async ({ page }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'desk-away-'))
    const { server, address, shutDown } = await startPostgres(path.join(folder, 'postgres'))
    await server.createDatabase('shop')
    const port = String(await freePort())
    const shop = await startShopProcess({
      DATABASE_URL: `${address}/shop`,
      DATA_DIR: path.join(folder, 'data'),
      PORT: port,
    })
    await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
    const before = openPostgres({ url: `${address}/shop` })
    const operators = createOperatorService(before, () => new Date())
    const added = await operators.add('owner@garden.example', 'owner', { operatorId: null, actor: 'test' })
    // A customer who is known by a tag.
    await before.withConnection((connection) =>
      connection.exec(`insert into customer_notes (folded_email, note, tags) values ('ana@example.com', '', '{VIP}')`),
    )
    await before.close()
    await page.goto(`${shop.address}/admin/link/${added.ok ? added.token : ''}`)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()

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

    // A secret is not kept, nor typed by anyone but its owner.
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

    shop.child.kill('SIGTERM')
    await shop.ended
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  },
)

/** Goes there by the Tab key, which takes a few presses. */
async function tabTo(target: Locator): Promise<void> {
  for (let press = 0; press < 8; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
