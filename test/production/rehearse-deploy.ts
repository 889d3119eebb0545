import { eventually } from '../eventually.ts'
import { checkBooks, openRehearsal, type RehearsalOptions, type StepResult } from './rehearse-production.ts'
import type { Production } from './start-production.ts'
import { fetchFromAddress } from './visitors.ts'

/** The least that both releases must do side by side. */
const PAGES_EACH = 60
const SOLD = 8
const LONGEST_MS = 600_000

/**
 * A slow deploy: the previous release on both processes, then next to this one on one database, then rolled back once,
 * and finally only this one. Visitors read and buy all the time.
 */
export async function rehearseDeploy(
  production: Production,
  { previous, ...options }: RehearsalOptions & { previous: string },
): Promise<StepResult[]> {
  const { results, step, underLoad, untilSold, startBuying } = openRehearsal(production, options)
  const stopBuying = startBuying()

  /** Both processes serve pages, and buyers buy from both. */
  const serveSideBySide = async () => {
    const before = await Promise.all([0, 1].map((index) => pagesOf(production, index)))
    await untilSold(SOLD)
    await eventually(async () => {
      const now = await Promise.all([0, 1].map((index) => pagesOf(production, index)))
      return now.every((count, index) => count >= (before[index] ?? 0) + PAGES_EACH)
    }, LONGEST_MS)
  }
  const during = (work: () => Promise<void>) =>
    underLoad(async () => {
      await work()
      await serveSideBySide()
    })

  await step('the previous release', () => during(async () => {}))
  await step('this release beside it', () => during(() => production.restartShop(0)))
  await step('scripts and pictures of the pages of both releases', () => findMissingFiles(production))
  await step('this release is taken back', () => during(() => production.restartShop(0, previous)))
  await step('this release on both', () =>
    during(async () => {
      await production.restartShop(0)
      await production.restartShop(1)
    }),
  )
  const told = await stopBuying()
  await step('the books', () => checkBooks(production, told))
  await step('no dead letters', () => findDeadWork(production))
  return results
}

async function pagesOf(production: Production, index: number): Promise<number> {
  return Number(/^shop_answers_total\{status="2xx"\} (\d+)/m.exec(await production.metrics(index))?.[1] ?? 0)
}

/** What the other release left in a queue and this one doesn't know, or the other way around. */
async function findDeadWork(production: Production): Promise<string> {
  const metrics = await production.metrics(0)
  const dead = [...metrics.matchAll(/^shop_queue_dead\{queue="([\w-]+)"\} (\d+)/gm)]
  if (dead.length === 0) throw new Error('the shop reports no dead-letter counts')
  const given = dead.filter(([, , count]) => count !== '0').map(([, queue, count]) => `${count} of ${queue}`)
  if (given.length > 0) throw new Error(given.join(', '))
  return `${dead.length} queues`
}

const VISITORS = 12

/** As a browser does: the page, and then its files, all through the proxy and from one address. */
async function findMissingFiles({ publicUrl }: Production): Promise<string> {
  const missing: string[] = []
  const entries = new Set<string>()
  let count = 0
  for (let visitor = 1; visitor <= VISITORS; visitor += 1) {
    const ask = (file: string) =>
      fetchFromAddress(publicUrl + file, { headers: { 'x-forwarded-for': `10.201.${visitor}.7` } })
    const page = await (await ask('/products/pure-bloom')).text()
    const files = new Set(
      [...page.matchAll(/["'(](\/(?:assets|pictures)\/[\w./-]+\.\w+)["')]/g)].map(([, file = '']) => file),
    )
    const entry = [...files].find((file) => file.includes('/entry.client-'))
    if (entry) entries.add(entry)
    for (const file of files) {
      const { status } = await ask(file)
      count += 1
      if (status !== 200) missing.push(`${file} has status ${status}`)
    }
  }
  if (entries.size !== 2) throw new Error(`${VISITORS} visitors got pages of ${entries.size} releases instead of two`)
  if (missing.length > 0) throw new Error(`${missing.length} of ${count}: ${missing.slice(0, 3).join('; ')}`)
  return `${count} files for ${VISITORS} visitors`
}
