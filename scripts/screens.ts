/**
 * Takes the screenshots in docs/screens from a shop that it starts and fills itself: `npm run screens`, or only some of
 * them: `npm run screens -- orders tracking`.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { hydrated } from '../test/hydrated.ts'
import { findChromium } from './find-chromium.mjs'
import { DESK_SCREENS, type Screen, SHOP_SCREENS } from './screens/screen-list.ts'
import { openShopWithData, type ShopWithData } from './screens/shop-with-data.ts'

const output = path.resolve(import.meta.dirname, '../docs/screens')
type Window = { width: number; height: number }
const PHONE: Window = { width: 390, height: 844 }
const WIDE: Window = { width: 1280, height: 800 }
const SHOP_WINDOWS = [PHONE, { width: 768, height: 1024 }, WIDE, { width: 1600, height: 900 }]
const DESK_WINDOWS = [PHONE, WIDE]
/** The maximum height of a screenshot. */
const SCREENFULS = 2
const QUALITY = 68

const named = process.argv.slice(2)
const isWanted = ({ name }: Screen) => named.length === 0 || named.includes(name)

async function take(
  page: Page,
  { name, path: screenPath, part, follow, steps }: Screen,
  address: string,
): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  // Twice, because fonts that load too late for the first render are cached for the second.
  await page.goto(address + screenPath)
  if (follow !== undefined) {
    const before = page.url()
    await page.locator(follow).first().click()
    // An order beside the list has its address once it's shown.
    await page.waitForURL((url) => url.href !== before)
  }
  await page.reload({ waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  if (await page.evaluate(() => '__reactRouterContext' in window)) await hydrated(page)
  await steps?.(page)
  if (part !== undefined) await page.locator(part).evaluate((element) => element.scrollIntoView())
  await page.evaluate(showPictures)
  const file = path.join(output, `${name}-${width}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(file)
  process.stdout.write(`${path.basename(file)}\n`)
}

/** Until then a blurred preview is in their place. */
async function showPictures(): Promise<void> {
  const inView = Array.from(document.images).filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })
  // One that is hidden at this width never loads.
  await Promise.all(inView.map((image) => Promise.race([image.decode(), new Promise((end) => setTimeout(end, 5000))])))
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
}

async function signIn(page: Page, { address, operator }: ShopWithData): Promise<void> {
  const email = `owner-${page.viewportSize()?.width}@bloomera.example`
  const [link = ''] = /http\S+/.exec(await operator('add', email, '--role', 'owner')) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await page.waitForURL('**/admin/account**')
  await page.goto(`${address}/admin/backups`)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.waitForLoadState('load')
}

async function takeAll(browser: Browser, shop: ShopWithData): Promise<void> {
  const screens = SHOP_SCREENS.filter(isWanted)
  for (const window of screens.length > 0 ? SHOP_WINDOWS : []) {
    const page = await openPage(browser, window)
    for (const screen of screens) await take(page, screen, shop.address)
    await page.close()
  }
  for (const window of DESK_WINDOWS) {
    const page = await openPage(browser, window)
    await signIn(page, shop)
    for (const screen of DESK_SCREENS.filter(isWanted)) await take(page, screen, shop.address)
    await page.close()
  }
}

function openPage(browser: Browser, { width, height }: Window): Promise<Page> {
  return browser.newPage({ viewport: { width, height: height * SCREENFULS } })
}

/** Index of the existing screenshots. */
function index(files: readonly string[]): string {
  return [
    '# Screens',
    '',
    'Taken by `npm run screens`, which starts a shop of its own. The list is `scripts/screens/screen-list.ts`.',
    '',
    '## The shop',
    '',
    'Some of them [as they were in November 2026](before).',
    '',
    ...table(files, SHOP_SCREENS, SHOP_WINDOWS),
    '',
    '## The desk',
    '',
    ...table(files, DESK_SCREENS, DESK_WINDOWS),
    '',
  ].join('\n')
}

function table(files: readonly string[], screens: readonly Screen[], windows: readonly Window[]): string[] {
  const fileOf = ({ name }: Screen, { width }: Window) => `${name}-${width}.webp`
  const shown = screens.filter((screen) => windows.some((window) => files.includes(fileOf(screen, window))))
  const cell = (file: string, width: number) => (files.includes(file) ? ` [${width}](${file}) |` : ' |')
  return [
    `| screen |${windows.map(({ width }) => ` ${width} px |`).join('')}`,
    `| --- |${' --- |'.repeat(windows.length)}`,
    ...shown.map(
      (screen) => `| ${screen.title} |${windows.map((window) => cell(fileOf(screen, window), window.width)).join('')}`,
    ),
  ]
}

await mkdir(output, { recursive: true })
if (named.length === 0)
  for (const file of await readdir(output)) if (file.endsWith('.webp')) await rm(path.join(output, file))
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
const shop = await openShopWithData()
try {
  await takeAll(browser, shop)
  await writeFile(path.join(output, 'README.md'), index(await readdir(output)))
} finally {
  await browser.close()
  await shop.close()
}
