/**
 * What a phone's first visit to a page loads, and when it shows something on a slow line. If LIGHTHOUSE names an installed
 * `lighthouse/cli/index.js`, its scores too; those depend on how busy the machine is.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'
import { startShopProcess } from '../test/shop-process.ts'
import { median } from './median.ts'

const PAGES = ['/', '/shop-all', '/products/pure-bloom', '/reviews', '/ingredients', '/contact']
/** Lighthouse's phone. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  screen: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const ROUNDS = 3
/** 400 ms until a response starts, 400 kbit/s. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const KINDS = ['Document', 'Script', 'Font', 'Image'] as const

type Kind = (typeof KINDS)[number]
type Seconds = { text: number; largest: number; load: number; hydrated: number }
type Weight = Record<Kind, number> & { total: number; scripts: number }

export async function measurePages(dataDir: string) {
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-quic'],
    ...(executablePath && { executablePath }),
  })
  try {
    const pages: Record<string, Awaited<ReturnType<typeof measurePage>>> = {}
    for (const page of PAGES) pages[page] = await measurePage(browser, new URL(page, shop.address).href)
    return { pages, lighthouse: await lighthouse(shop.address) }
  } finally {
    await browser.close()
    shop.child.kill('SIGTERM')
    await shop.ended
  }
}

async function measurePage(browser: Browser, address: string) {
  // Rendered and compressed before anything is measured.
  await fetch(address, { headers: { 'accept-encoding': 'br' } })
  const { weight } = await visit(browser, address)
  const slow: Seconds[] = []
  for (let round = 0; round < ROUNDS; round += 1) slow.push((await visit(browser, address, SLOW_3G)).seconds)
  const medianOf = (pick: (seconds: Seconds) => number) => Number(median(slow.map(pick)).toFixed(1))
  return {
    kb: weight,
    slow3gSeconds: {
      text: medianOf(({ text }) => text),
      largest: medianOf(({ largest }) => largest),
      load: medianOf(({ load }) => load),
      hydrated: medianOf(({ hydrated }) => hydrated),
    },
  }
}

/** A new visitor's first visit. */
async function visit(browser: Browser, address: string, line?: typeof SLOW_3G) {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const weight = await weigh(session)
    if (line) await session.send('Network.emulateNetworkConditions', line)
    await page.goto(address, { timeout: 120_000 })
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))
    const hydrated = await page.evaluate(() => performance.now())
    await page.waitForLoadState('networkidle')
    const { text, largest, load } = await page.evaluate(async () => {
      const [navigation] = performance.getEntriesByType('navigation')
      const largestPaints = new Promise<PerformanceEntryList>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      )
      return {
        text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        largest: (await largestPaints).at(-1)?.startTime ?? Number.NaN,
        load: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : Number.NaN,
      }
    })
    const seconds = { text: text / 1000, largest: largest / 1000, load: load / 1000, hydrated: hydrated / 1000 }
    return { weight: weight(), seconds }
  } finally {
    await context.close()
  }
}

/** Bytes on the wire, headers included, in KB of 1,024. */
async function weigh(session: CDPSession): Promise<() => Weight> {
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  let [total, scripts] = [0, 0]
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    total += encodedDataLength
    if (kind === 'Script') scripts += 1
  })
  await session.send('Network.enable')
  const kb = (count = 0) => Number((count / 1024).toFixed(1))
  return () => ({
    Document: kb(bytes.Document),
    Script: kb(bytes.Script),
    Font: kb(bytes.Font),
    Image: kb(bytes.Image),
    total: kb(total),
    scripts,
  })
}

type Scores = { performance: number; fcp: number; lcp: number; tbt: number; cls: number }

async function lighthouse(address: string): Promise<Record<string, Scores> | undefined> {
  const cli = process.env.LIGHTHOUSE
  if (!cli) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-lighthouse-'))
  try {
    const scores: Record<string, Scores> = {}
    for (const page of PAGES) {
      const runs: Scores[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        runs.push(await runLighthouse(cli, new URL(page, address).href, path.join(folder, 'report.json')))
      const medianOf = (name: keyof Scores) => median(runs.map((run) => run[name]))
      scores[page] = {
        performance: medianOf('performance'),
        fcp: medianOf('fcp'),
        lcp: medianOf('lcp'),
        tbt: medianOf('tbt'),
        cls: medianOf('cls'),
      }
    }
    return scores
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runLighthouse(cli: string, address: string, report: string): Promise<Scores> {
  const flags = ['--quiet', '--output=json', `--output-path=${report}`, '--only-categories=performance']
  await promisify(execFile)(process.execPath, [cli, address, ...flags, '--chrome-flags=--headless=new --no-sandbox'], {
    env: { ...process.env, CHROME_PATH: findChromium() },
  })
  const { categories, audits } = JSON.parse(await readFile(report, 'utf8'))
  const seconds = (audit: string) => Number((audits[audit].numericValue / 1000).toFixed(2))
  return {
    performance: Math.round(categories.performance.score * 100),
    fcp: seconds('first-contentful-paint'),
    lcp: seconds('largest-contentful-paint'),
    tbt: Math.round(audits['total-blocking-time'].numericValue),
    cls: Number(audits['cumulative-layout-shift'].numericValue.toFixed(3)),
  }
}
