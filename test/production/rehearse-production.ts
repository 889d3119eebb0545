import { buy, type Told } from '../chaos/buyer.ts'
import { findBreaches, waitingWork } from '../chaos/invariants.ts'
import { createRandom } from '../chaos/random.ts'
import { eventually } from '../eventually.ts'
import { PROXY_STEPS } from './proxy-steps.ts'
import type { Production } from './start-production.ts'
import { fetchFromAddress, startReaders } from './visitors.ts'

export type RehearsalOptions = { seed: number; buyers: number; readers: number; say: (line: string) => void }

export type StepResult = { step: string; result: string; isGood: boolean }

const PAGES = ['/', '/products/pure-bloom', '/shop-all', '/reviews', '/skin-finder']
const SETTLE_MS = 240_000

/** All steps run, even after one fails. */
export async function rehearseProduction(production: Production, options: RehearsalOptions): Promise<StepResult[]> {
  const { results, step, underLoad, startBuying } = openRehearsal(production, options)
  for (const [name, work] of PROXY_STEPS) await step(name, () => work(production))
  const stopBuying = startBuying()
  await step('a new release, one process after the other', () =>
    underLoad(async () => {
      await production.restartShop(0)
      await production.restartShop(1)
    }),
  )
  await step('kill -9 of a process', () => underLoad(() => production.killShop(0)))
  await step('PostgreSQL restarts', () => underLoad(() => production.restartDatabase()))
  await step('PostgreSQL fails over to its replica', () => underLoad(() => production.failOver()))
  const told = await stopBuying()
  await step('the books', () => checkBooks(production, told))
  return results
}

/** What rehearsals share: steps that report, visitors who read, and buyers. */
export function openRehearsal(production: Production, options: RehearsalOptions) {
  const { seed, say } = options
  const results: StepResult[] = []
  const told: Told[] = []
  const state = { isOver: false }

  async function step(name: string, work: () => Promise<string>): Promise<void> {
    const outcome = await work().then(
      (result) => ({ result, isGood: true }),
      (error: Error) => ({ result: error.message, isGood: false }),
    )
    results.push({ step: name, ...outcome })
    say(`${outcome.isGood ? 'ok  ' : 'FAIL'} ${name}: ${outcome.result}`)
  }

  async function keepBuying(buyer: number): Promise<void> {
    for (let order = 0; !state.isOver; order += 1)
      told.push(
        await buy({
          random: createRandom(seed * 1009 + buyer * 101 + order),
          square: production.square,
          shopAddress: () => production.publicUrl,
          codes: ['NO-SUCH-CODE'],
          patienceMs: SETTLE_MS,
          isOver: () => false,
          fetch: fetchFromAddress,
        }),
      )
  }

  /** Without a database a process serves its cached pages; one that has just started has none. */
  async function keepPages(): Promise<void> {
    const headers = { host: new URL(production.publicUrl).host }
    for (const index of [0, 1])
      for (const page of PAGES) await (await fetch(production.shopAddress(index) + page, { headers })).text()
  }

  /** Returns a function to stop it, and the outcomes that buyers were shown. */
  function startBuying(): () => Promise<Told[]> {
    const buying = Promise.all(Array.from({ length: options.buyers }, (_, buyer) => keepBuying(buyer)))
    return async () => {
      state.isOver = true
      await buying
      return told
    }
  }

  /** Waits until this many more have bought something, or tried. */
  async function untilSold(count: number): Promise<void> {
    const before = told.length
    await eventually(() => told.length >= before + count, SETTLE_MS)
  }

  /** While visitors read and buy. No page may fail, whatever happens behind the proxy. */
  async function underLoad(work: () => Promise<unknown>): Promise<string> {
    const readers = startReaders(production.publicUrl, PAGES, options.readers)
    const before = told.length
    await eventually(() => readers.reading.count > options.readers * 2 && told.length > before, SETTLE_MS)
    const during = told.length
    await keepPages()
    await work()
    await production.untilReady()
    // Someone has bought something since.
    await eventually(() => told.length > during, SETTLE_MS)
    const { count, failures, slowestMs } = await readers.stop()
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${count} pages failed: ${failures.slice(0, 5).join('; ')}`)
    return `${count} pages, none failed, the slowest took ${(slowestMs / 1000).toFixed(1)} s`
  }

  return { results, step, startBuying, untilSold, underLoad }
}

/** Nothing charged without an order, no confirmed order lost, every webhook and email settled. */
export async function checkBooks(production: Production, told: readonly Told[]): Promise<string> {
  const database = production.openDatabase()
  try {
    await eventually(async () => (await waitingWork(database)).length === 0, SETTLE_MS)
    const ledger = await production.square.ledger()
    const breaches = await findBreaches({
      database,
      ledger,
      told,
      mailbox: production.mailbox,
      log: production.log(),
    })
    if (breaches.length > 0) throw new Error(breaches.join('; '))
    const paid = told.filter(({ outcome }) => outcome === 'paid').length
    const unanswered = told.filter(({ outcome }) => outcome === 'unanswered').length
    if (paid === 0) throw new Error('no buyer could pay')
    if (unanswered > 0) throw new Error(`${unanswered} buyers never learned the outcome of their order`)
    return `${told.length} checkouts, ${paid} paid, no order lost, ${ledger.webhooks.length} webhooks through the proxy`
  } finally {
    await database.close()
  }
}
