import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findTestBrowser } from '../scripts/find-chromium.mjs'
import { copySource, type DevProcess, startDevProcess } from './dev-process.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { fullyHydrated } from './hydrated.ts'

/** Several shops are started; on an idle machine a passing run takes well under a minute. */
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

/** A busy machine takes a while to bundle the browser's packages before the first page. */
const PATIENCE = 150_000

const violations: string[] = []
let source: Awaited<ReturnType<typeof copySource>>
let shop: DevProcess
const started: DevProcess[] = []
let browser: Browser
let page: Page
let port = ''

beforeAll(async () => {
  source = await copySource(path.join(await mkdtemp(path.join(tmpdir(), 'dev-')), 'shop'))
  port = String(await freePort())
  shop = await start({ PORT: port })
  const executablePath = findTestBrowser()
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath && { executablePath }),
  })
  page = await openPage(shop.address)
})

afterAll(async () => {
  await browser?.close()
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(path.dirname(source.folder), { recursive: true, force: true })
})

async function start(environment: Record<string, string>): Promise<DevProcess> {
  const process = await startDevProcess(source.folder, environment)
  started.push(process)
  return process
}

/** A new visitor on the shop's page, with an oil in the open cart. The marker is lost on a reload. */
async function openPage(address: string): Promise<Page> {
  const opened = await browser.newPage()
  opened.setDefaultTimeout(PATIENCE)
  opened.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  await opened.goto(`${address}/products/floral-wood-body-oil`)
  await opened.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await opened.getByRole('button', { name: 'Cart, 1 item' }).click()
  await cartOf(opened).waitFor()
  // Vite doesn't update a module that the page is still loading.
  await fullyHydrated(opened)
  await opened.evaluate(() => Object.assign(window, { isMarked: true }))
  return opened
}

const cartOf = (opened: Page) => opened.getByRole('dialog', { name: 'Shopping Cart' })
const isMarked = (opened: Page) => opened.evaluate(() => 'isMarked' in window)
const textOf = async (address: string) => (await fetch(shop.address + address)).text()

/** As is: fetch would normalize the path and set Host itself. */
async function ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ port, path: address, method, headers: { host: '127.0.0.1', ...headers } }, resolve)
    .on('error', reject)
    .end()
  const response = await promise
  return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() }
}

function post(name: string, body: unknown): Promise<Response> {
  return fetch(`${shop.address}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.address },
    body: JSON.stringify(body),
  })
}

test("serves no file of the data folder or the project, only the browser's modules", async () => {
  expect((await fetch(`${shop.address}/src/web/root.tsx`)).status).toBe(200)
  const mailbox = path.join(source.folder, 'data/mailbox')
  expect((await post('email-signup', { email: 'bo@example.com', source: 'footer' })).status).toBe(200)
  const mails = async () => (await readdir(mailbox).catch(() => [])).filter((name) => name.endsWith('.json'))
  await eventually(async () => (await mails()).length > 0, PATIENCE)
  const [mail] = await mails()
  await writeFile(path.join(source.folder, 'secret.txt'), 'a secret of the developer')
  for (const file of [
    'data/shop/postgresql.conf',
    `data/mailbox/${mail}`,
    'package.json',
    'scripts/dev.ts',
    'secret.txt',
  ]) {
    const text = await readFile(path.join(source.folder, file), 'utf8')
    for (const address of [`/${file}`, `/@fs${source.folder}/${file}`, `/src/../${file}`, `/%2e/${file}`])
      for (const query of ['', '?raw', '?url', '?import', '?import&raw', '?inline', '?t=1']) {
        const response = await ask(address + query)
        expect(response.text, address + query).not.toContain(text.slice(0, 20))
      }
  }
})

test('answers neither files nor pages to other machines, and no malformed requests', async () => {
  for (const address of [
    '/',
    '/src/web/root.tsx',
    '/@vite/client',
    '/favicon.svg',
    '/mailbox',
    '/data/shop/PG_VERSION',
  ]) {
    expect((await ask(address, { 'x-forwarded-for': '203.0.113.9' })).status, address).toBe(421)
    expect((await ask(address, { host: 'a1b2.tunnel.example' })).status, address).toBe(421)
    expect((await ask(address, {}, 'PUT')).status, address).toBe(405)
  }
  expect((await ask('/src/%zz')).status).toBe(400)
})

test('hot-updates an edited component in the open page without a reload', async () => {
  await source.edit('src/web/frame/footer.tsx', 'blended in Utah.', 'blended in the open page.')
  await page.getByText('blended in the open page.').waitFor({ state: 'attached' })
  expect(await isMarked(page)).toBe(true)
  expect(await cartOf(page).getByText('1 item in your cart').isVisible()).toBe(true)
  // On the server, too: the next page has it from the start.
  expect(await textOf('/')).toContain('blended in the open page.')
  expect(violations).toEqual([])
})

test('charges what an edited price rule shows', async () => {
  await source.edit('src/domain/money/rates.ts', 'flatCents: 999', 'flatCents: 1234')
  await page.getByText('$12.34').waitFor({ state: 'attached' })
  // At once, not eventually: a page with the new price must never call a function with the old one.
  const items = [{ productId: 'floral-wood-body-oil', quantity: 1 }]
  expect(await (await post('quote-order', { items })).json()).toMatchObject({ shippingCents: 1234 })
  expect(await textOf('/llms.txt')).toContain('$12.34')
  expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
})

test('applies an edit of server code to functions, email and desk', async () => {
  await page.goto(/http:\S+\/admin\/link\/\S+/.exec(shop.output())?.[0] ?? '')
  await page.getByRole('button').first().click()
  await page.waitForURL(/\/admin(?!\/link)/)
  await source.edit('src/desk/desk-document.tsx', '· Bloomera desk', '· edited desk')
  await source.edit('src/server/newsletter/welcome.mails.ts', '      subject,', '      subject: `EDITED ${subject}`,')
  await eventually(async () => {
    await page.reload()
    return (await page.title()).endsWith('· edited desk')
  }, PATIENCE)
  expect((await post('email-signup', { email: 'ana@example.com', source: 'footer' })).status).toBe(200)
  await eventually(async () => (await textOf('/mailbox')).includes('EDITED'), PATIENCE)
})

test('applies edits of code shared by pages and server to both', async () => {
  await source.edit('src/web/context.ts', "ANNOUNCEMENT = 'announcement'", "ANNOUNCEMENT = 'edited-announcement'")
  await source.edit('src/server/page-context.ts', 'new RouterContextProvider()', 'new RouterContextProvider(new Map())')
  await source.edit('src/server/documents.ts', 'User-agent: *', 'User-agent: edited')
  await eventually(async () => (await textOf('/robots.txt')).includes('User-agent: edited'), PATIENCE)
  expect((await fetch(`${shop.address}/about`)).status).toBe(200)
})

test('shows a syntax error with its location, and recovers when it is fixed', async () => {
  const mend = await source.edit('src/server/documents.ts', 'const XML =', 'const XML = = ')
  await eventually(async () => (await fetch(shop.address)).status === 500, PATIENCE)
  await page.goto(shop.address)
  expect(await page.locator('pre').textContent()).toMatch(/src\/server\/documents\.ts:\d+/)
  expect(shop.output()).toContain("The shop can't open:\nsrc/server/documents.ts")
  await mend()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: "can't open" }).waitFor()
  expect((await fetch(shop.address)).status).toBe(200)
})

test('starts a second shop on another port, and both follow an edit', async () => {
  const second = await start({ PORT: String(await freePort()) })
  expect(second.output()).toContain('The data folder ./data is in use by another shop')
  expect(second.output()).toContain('keeps its data in ./data-2')
  const pages = [await openPage(shop.address), await openPage(second.address)]
  await source.edit('src/web/frame/footer.tsx', 'blended in the open page.', 'blended in both pages.')
  for (const opened of pages) {
    await opened.getByText('blended in both pages.').waitFor({ state: 'attached' })
    expect(await isMarked(opened)).toBe(true)
  }
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('refuses a taken port or data folder with the messages of npm start', async () => {
  const port2 = await start({ PORT: port })
  expect([await port2.ended, port2.output()]).toEqual([
    1,
    `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${Number(port) + 1} npm start\n`,
  ])
  const wrong = await start({ PORT: 'high' })
  expect([await wrong.ended, wrong.output()]).toEqual([1, 'PORT must be a number.\n'])
  const data = await start({ PORT: String(await freePort()), DATA_DIR: './data' })
  expect([await data.ended, data.output()]).toEqual([
    1,
    `The data folder ${source.folder}/data is in use by another shop process. Stop that one, or set a different DATA_DIR.\n`,
  ])
})

test('keeps data and sign-in across a restart', async () => {
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  shop = await start({ PORT: port })
  await page.goto(`${shop.address}/admin`)
  expect(await page.title()).toContain('edited desk')
  expect(new URL(page.url()).pathname).not.toContain('sign-in')
  expect(await textOf('/mailbox')).toContain('EDITED')
})
