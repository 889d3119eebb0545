import { eventually } from '../eventually.ts'
import { checkBooks, openRehearsal, type RehearsalOptions, type StepResult } from './rehearse-production.ts'
import type { Production } from './start-production.ts'
import { fetchFromAddress } from './visitors.ts'

/** How much both releases do side by side, at least. */
const PAGES_EACH = 60
const SOLD = 8
const LONGEST_MS = 600_000

/**
 * A deploy, slowly: the release before on both processes, then beside this one on one database, then taken back once, and
 * at last this one alone. Visitors read and buy all the time.
 */
export async function rehearseDeploy(
  production: Production,
  { previous, ...options }: RehearsalOptions & { previous: string },
): Promise<StepResult[]> {
  const { results, step, underLoad, untilSold, startBuying } = openRehearsal(production, options)
  const stopBuying = startBuying()

  /** Both processes answer pages, and buyers buy at both. */
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

  await step('the release before', () => during(async () => {}))
  await step('this release beside it', () => during(() => production.restartShop(0)))
  await step('scripts and pictures of the pages of both', () => findMissingFiles(production))
  await step('this release is taken back', () => during(() => production.restartShop(0, previous)))
  await step('this release on both', () =>
    during(async () => {
      await production.restartShop(0)
      await production.restartShop(1)
    }),
  )
  const told = await stopBuying()
  await step('the books', () => checkBooks(production, told))
  await step('nothing was given up', () => findDeadWork(production))
  return results
}

async function pagesOf(production: Production, index: number): Promise<number> {
  return Number(/^shop_answers_total\{status="2xx"\} (\d+)/m.exec(await production.metrics(index))?.[1] ?? 0)
}

/** What the other release left in a queue and this one doesn't know, or the other way around. */
async function findDeadWork(production: Production): Promise<string> {
  const metrics = await production.metrics(0)
  const dead = [...metrics.matchAll(/^shop_queue_dead\{queue="([\w-]+)"\} (\d+)/gm)]
  if (dead.length === 0) throw new Error('the shop does not say what was given up')
  const given = dead.filter(([, , count]) => count !== '0').map(([, queue, count]) => `${count} of ${queue}`)
  if (given.length > 0) throw new Error(given.join(', '))
  return `${dead.length} queues`
}

/** A page of one release may ask for its files at the other. */
async function findMissingFiles({ publicUrl, shopAddress }: Production): Promise<string> {
  const host = { host: new URL(publicUrl).host }
  const files = new Set<string>()
  for (const index of [0, 1]) {
    const page = await (await fetch(`${shopAddress(index)}/products/pure-bloom`, { headers: host })).text()
    for (const [, file] of page.matchAll(/["'(](\/(?:assets|pictures)\/[\w./-]+\.\w+)["')]/g)) if (file) files.add(file)
  }
  if (files.size === 0) throw new Error('the pages name no files')
  const missing: string[] = []
  for (const file of files) {
    // The proxy chooses a process each time.
    for (let turn = 0; turn < 6; turn += 1) {
      const response = await fetchFromAddress(publicUrl + file)
      await response.arrayBuffer()
      if (response.status !== 200) {
        missing.push(`${file} has status ${response.status}`)
        break
      }
    }
  }
  if (missing.length > 0) throw new Error(`${missing.length} of ${files.size}: ${missing.slice(0, 3).join('; ')}`)
  return `${files.size} files`
}
