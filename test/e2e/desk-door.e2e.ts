import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { createOperatorService } from '#server/operators/team.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres-server.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { expectNoViolations } from './axe.ts'
import { rendered, expect, test as shopTest } from './shop-test.ts'

const PASSWORD = 'mossy kettle vivid'

type Door = ShopProcess & {
  database: Database
  /** As if the operator's last confirmation had expired. */
  age: (email: string) => Promise<void>
}

/** A shop on a PostgreSQL that the test can also reach: ten minutes pass by SQL. */
const test = shopTest.extend<object, { door: Door }>({
  door: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'door-'))
      const { server, address } = await startPostgres(folder)
      await server.createDatabase('shop')
      const url = `${address}/shop`
      // A passkey is bound to one origin, so the address must be known beforehand.
      const port = String(await freePort())
      const shop = await startShopProcess({ PORT: port, DATABASE_URL: url, DATA_DIR: path.join(folder, 'data') })
      await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
      const database = openPostgres({ url })
      const age = (email: string) =>
        database.withConnection(async (connection) => {
          await connection.rows(
            `update operator_sessions set confirmed_at = now() - interval '1 hour', fresh_until = now() - interval '1 hour'
             where operator_id = (select id from operators where email = $1)`,
            [email],
          )
        })
      await use({ ...shop, database, age })
      await database.close()
      shop.child.kill('SIGTERM')
      await shop.ended
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function addOwner({ database }: Door): Promise<{ email: string; token: string }> {
  const email = `${crypto.randomUUID()}@garden.example`
  const operators = createOperatorService(database, () => new Date())
  const added = await operators.add(email, 'owner', { operatorId: null, actor: 'test' })
  if (!added.ok) throw new Error(added.code)
  return { email, token: added.token }
}

async function arrive(page: Page, door: Door): Promise<string> {
  const { email, token } = await addOwner(door)
  await page.goto(`${door.address}/admin/link/${token}`)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await rendered(page)
  return email
}

async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Device name').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(name)).toBeVisible()
  await rendered(page)
}

/** The link in the newest email to that address. */
async function emailedLink(page: Page, door: Door, email: string): Promise<string> {
  await expect(async () => {
    await page.goto(`${door.address}/mailbox`)
    const mail = page.getByRole('link').filter({ hasText: 'Your sign-in link' }).filter({ hasText: email })
    await mail.first().click({ timeout: 2000 })
  }).toPass()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Sign in', exact: true })
  return (await link.getAttribute('href')) ?? ''
}

async function expectToFit(page: Page): Promise<void> {
  await rendered(page)
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await expectNoViolations(page)
}

test('lets a sole owner who lost their phone back in with an emailed link and a printed code @phone', async ({
  page,
  browser,
  door,
}) => {
  await addAuthenticator(page)
  const email = await arrive(page, door)
  await page.getByRole('button', { name: 'Sign in with passkeys only' }).click()
  await expect(page.getByText('Add a passkey to your own account first')).toBeVisible()
  await rendered(page)
  await addPasskey(page, 'Phone that will be lost')
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const codes = page.locator('.recovery-codes li')
  await expect(codes).toHaveCount(10)
  await expectToFit(page)
  await page.emulateMedia({ media: 'print' })
  await expect(codes.first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const code = await codes.first().innerText()
  await page.getByRole('link', { name: 'Done, back to Account' }).click()
  await expect(page.getByText('10 codes of 10 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with passkeys only' }).click()
  await expect(page.getByText('You now sign in with passkeys only.')).toBeVisible()
  await expectToFit(page)

  // Another computer, without the phone, and without scripts until a passkey is needed.
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const other = await plain.newPage()
  await other.goto(`${door.address}/admin/sign-in`)
  await other.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Email me a link' }).click()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const helper = await browser.newPage()
  const link = await emailedLink(helper, door, email)
  await other.goto(link)
  await other.getByLabel('Recovery code').fill('K7QM-2F9A-X3TR-8WHD')
  await other.getByRole('button', { name: 'Open the desk' }).click()
  await expect(other.getByText('That code isn’t right')).toBeVisible()
  await other.getByLabel('Recovery code').fill(code.toLowerCase())
  await other.getByRole('button', { name: 'Open the desk' }).click()
  await expect(other.getByText('Remove the passkey of the phone you lost')).toBeVisible()
  await expect(other.getByText('9 codes of 10 left.')).toBeVisible()

  // The session of the lost phone has ended.
  await page.goto(`${door.address}/admin`)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await plain.close()
  await helper.close()
})

test('submits what was typed after a passkey has confirmed it @wide', async ({ page, door }) => {
  await addAuthenticator(page)
  const email = await arrive(page, door)
  await addPasskey(page, 'My phone')
  await door.age(email)
  await page.goto(`${door.address}/admin/team`)
  const invited = `${crypto.randomUUID()}@garden.example`
  await page.getByLabel('Email').fill(invited)
  await page.getByLabel('Role', { exact: true }).selectOption('read-only')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByLabel('Invitation link')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: invited })).toContainText('Read-only')

  // A script's request is confirmed on a separate page, which returns to where it was.
  await door.age(email)
  await page.goto(`${door.address}/admin/account`)
  await rendered(page)
  await page.getByLabel('Device name').fill('Second phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await rendered(page)
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByLabel('Device name')).toHaveValue('Second phone')
})

test('confirms a form and a download with a password without scripts @phone', async ({ browser, door }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const email = await arrive(page, door)
  await page.getByLabel('Password').fill('Password2026!')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('one of the most common passwords')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password saved.')).toBeVisible()

  await door.age(email)
  await page.goto(`${door.address}/admin/team`)
  const colleague = await addOwner(door)
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: colleague.email })
  await line.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.getByLabel('Password').fill('not my password')
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(page.getByText('That’s not your password.')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(page.getByText('Removed from the team.')).toBeVisible()
  await expect(line).toHaveCount(0)

  await door.age(email)
  await page.goto(`${door.address}/admin/subscribers`)
  await page.getByRole('link', { name: /export|csv|download/i }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  expect((await download).suggestedFilename()).toBe('bloomera-subscribers.csv')
  await expect(page.getByRole('heading', { name: 'Thanks, that’s confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribers', level: 1 })).toBeVisible()
})

test('reveals a password while it is typed; clears the browser and confirms on sign-out @wide', async ({
  page,
  door,
}) => {
  const email = await arrive(page, door)
  const field = page.getByLabel('Password')
  await field.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password saved.')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('left', 'behind'))
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull()
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([
    `desk-device-${new URL(door.address).port}`,
  ])

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.goto(`${door.address}/admin/account`)
  await rendered(page)
  await page.getByRole('button', { name: 'Sign out and forget this browser' }).click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})
