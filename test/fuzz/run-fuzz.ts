import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '#server/platform/db/database.ts'
import { createRandom } from '../chaos/random.ts'
import { type FuzzRequest, toRequest } from './draft.ts'
import { makeDraft } from './grammar.ts'
import { findBreach } from './oracle.ts'
import { type Answer, callInProcess, canCallInProcess } from './send.ts'
import { shrink, toCurl } from './shrink.ts'
import { listUnreachedRoutes } from './unreached-routes.ts'
import { mutateBytes, readAnswer, sendRaw, toBytes } from './wire.ts'
import { createWorld, type World } from './world.ts'

export type FuzzOptions = {
  database: Database
  seed: number
  requests: number
  deskPages?: number
  say: (line: string) => void
}

export type Breach = { what: string; kind: string; count: number; reproduction: string }

export type FuzzReport = {
  requests: number
  overSockets: number
  perSecond: number
  statuses: Record<number, number>
  kinds: number
  memoryGrowthMb: number
  databaseGrowthMb: number
  breaches: Breach[]
}

/** Concurrent requests; some responses are delayed on purpose. */
const WIDTH = 48
/** Requests between two checks of the money. */
const WINDOW = 1000
/** Money may move in one of this many windows. */
const TRADING_EVERY = 5
const OVER_SOCKETS = 0.03
const MAX_BREACHES = 25
const MAX_GROWTH_MB = 96
/** Accepted requests leave rows behind: orders, reviews, signups, events, emails. */
const MAX_DATABASE_GROWTH_MB = (requests: number) => 64 + (requests * 256) / 2 ** 20

type Sent = { index: number; kind: string; request: FuzzRequest }

/** Sends hostile requests of every kind to the built shop, and checks each response. */
export async function runFuzz({ database, seed, requests, deskPages = 150, say }: FuzzOptions): Promise<FuzzReport> {
  const current = new AsyncLocalStorage<Sent>()
  const found = new Map<string, Breach & { sent: Sent | undefined }>()
  const statuses: Record<number, number> = {}
  const kinds = new Set<string>()
  const clock = startFastClock()
  let moneyAnswers = 0
  let overSockets = 0

  function report(what: string, sent: Sent | undefined, reproduction?: string): void {
    const kind = sent?.kind ?? 'unknown'
    const known = found.get(what)
    if (known) known.count += 1
    else if (found.size < MAX_BREACHES) {
      found.set(what, {
        what,
        kind,
        count: 1,
        sent,
        reproduction: reproduction ?? (sent ? toCurl(world.origin, sent.request) : 'not known'),
      })
      say(`breach in request ${sent?.index ?? 'unknown'}, ${kind}: ${what}`)
    }
  }

  const onLogged = (line: string) => report(`logged ${describe(line)}`, current.getStore())
  const onRejection = (reason: unknown) => report(`unhandled rejection: ${String(reason)}`, current.getStore())
  const onLoggedLink = () => report('logged the link of an order or a subscriber', current.getStore())
  process.on('unhandledRejection', onRejection)
  const world = await createWorld(database, { deskPages, onError: onLogged, onLoggedLink })

  function judge(sent: Sent, answer: Answer, reproduction?: string): void {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (mayHaveMovedMoney(sent, answer)) moneyAnswers += 1
    const what = findBreach(world, sent.request, answer)
    if (what !== undefined) report(what, sent, reproduction)
  }

  async function send(sent: Sent, random: ReturnType<typeof createRandom>): Promise<void> {
    const isOverSocket = random.chance(OVER_SOCKETS) || !canCallInProcess(sent.request)
    if (!isOverSocket) return judge(sent, await current.run(sent, () => callInProcess(world, sent.request)))
    overSockets += 1
    const whole = toBytes(sent.request)
    const bytes = random.chance(0.5) ? mutateBytes(random, whole) : whole
    const answer = readAnswer(await sendRaw(world.port, bytes))
    const shown = bytes.subarray(0, 400).toString('latin1')
    if (answer) judge(sent, answer, `over a socket: ${JSON.stringify(shown)}`)
  }

  async function runWindow(first: number, last: number, isTrading: boolean): Promise<void> {
    let next = first
    async function work(): Promise<void> {
      while (next < last) {
        const index = next
        next += 1
        // Payments in trading windows are timed, so the clock is left alone.
        if (!isTrading) clock.advance(1000)
        const random = createRandom(seed * 1_000_003 + index)
        const { kind, draft } = makeDraft(random, world, isTrading)
        kinds.add(kind)
        const sent = { index, kind, request: toRequest(draft) }
        // PGlite works without yielding the event loop, and sockets would starve.
        await nextTurn()
        try {
          await send(sent, random)
        } catch (error) {
          report(`threw ${String(error)}`, sent)
        }
      }
    }
    await Promise.all(Array.from({ length: WIDTH }, work))
    await world.shop.services.checkout.finish()
  }

  for (const route of listUnreachedRoutes(world, createRandom(seed))) report(`asks nothing of ${route}`, undefined)
  const start = clock.real()
  const memory = createMemoryWatch(world)
  try {
    for (let first = 0; first < requests; first += WINDOW) {
      const isTrading = (first / WINDOW) % TRADING_EVERY === 1
      await world.refresh(isTrading)
      const before = await world.moneyFingerprint()
      moneyAnswers = 0
      const last = Math.min(first + WINDOW, requests)
      await runWindow(first, last, isTrading)
      if (moneyAnswers === 0 && (await world.moneyFingerprint()) !== before)
        report(`money moved between requests ${first} and ${last}, but no response shows it`, undefined)
      await memory.look(last / requests)
      if ((first / WINDOW) % 20 === 0 || last === requests)
        say(
          `${last} requests, ${Math.round(last / ((clock.real() - start) / 1000))}/s, ${found.size} breaches, ${memory.megabytes()} MB`,
        )
    }
    const seconds = (clock.real() - start) / 1000
    const { memoryMb, databaseMb } = memory.growth()
    if (memoryMb > MAX_GROWTH_MB) report(`memory grew by ${memoryMb} MB`, undefined)
    if (databaseMb > MAX_DATABASE_GROWTH_MB(requests)) report(`the database grew by ${databaseMb} MB`, undefined)
    await shrinkAll(world, [...found.values()])
    return {
      requests,
      overSockets,
      perSecond: Math.round(requests / seconds),
      statuses,
      kinds: kinds.size,
      memoryGrowthMb: memoryMb,
      databaseGrowthMb: databaseMb,
      breaches: [...found.values()].map(({ sent: _sent, ...breach }) => breach),
    }
  } finally {
    clock.restore()
    await world.close()
    process.off('unhandledRejection', onRejection)
  }

  /** Only a breach visible in a response can be reproduced by its request alone. */
  async function shrinkAll(inWorld: World, all: (Breach & { sent: Sent | undefined })[]): Promise<void> {
    for (const breach of all) {
      const { sent } = breach
      if (!sent || !canCallInProcess(sent.request)) continue
      const smallest = await shrink(sent.request, async (request) => {
        const seen = new Map(found)
        found.clear()
        const candidate = { ...sent, request }
        const answer = await current.run(candidate, () => callInProcess(inWorld, request)).catch(() => undefined)
        const isSame = found.has(breach.what) || (answer && findBreach(inWorld, request, answer) === breach.what)
        found.clear()
        for (const [key, value] of seen) found.set(key, value)
        return isSame === true
      })
      breach.reproduction = toCurl(inWorld.origin, smallest)
    }
  }
}

const MONEY_PATH = /^\/(functions\/v1\/(process-square-payment|cancel-order|pay-balance)|webhooks\/square|admin\/)/i
const REFUSALS = new Set([400, 401, 403, 404, 405, 409, 411, 413, 415, 421, 422, 429])

/** Returns true if this response could mean a change in what was paid. A refusal never does. */
function mayHaveMovedMoney({ request, kind }: Sent, { status, headers }: Answer): boolean {
  if (request.method !== 'POST' || !MONEY_PATH.test(request.target) || REFUSALS.has(status)) return false
  if (headers.get('location')?.startsWith('/admin/sign-in')) return false
  return kind !== 'desk-form' && kind !== 'desk-stranger' && kind !== 'webhook'
}

function describe(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { type?: string; message?: string; stack?: string } }
  const frame = err?.stack?.split('\n').find((one) => /^\s+at /.test(one) && !one.includes('node:'))
  return `${msg}: ${err?.type} ${err?.message?.split('\n', 1)[0]?.slice(0, 160)} ${frame?.trim().replaceAll(/\(.*\/|:\d+\)?$/g, '') ?? ''}`
}

/** Throttles use this clock. It advances a second with every request, or they would refuse nearly all of them. */
function startFastClock() {
  const real = performance.now.bind(performance)
  let ahead = 0
  performance.now = () => real() + ahead
  return {
    real,
    advance: (milliseconds: number) => void (ahead += milliseconds),
    restore: () => void (performance.now = real),
  }
}

/**
 * Heap growth from a quarter of the run to its end, after garbage collection, without the page cache and PGlite's
 * files. Those are rows, not a leak of the shop, and have their own limit.
 */
function createMemoryWatch(world: World) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const looks: { memory: number; database: number }[] = []
  function growthOf(pick: (look: { memory: number; database: number }) => number): number {
    const [first, last] = [looks[0], looks.at(-1)]
    return first && last ? Math.round((pick(last) - pick(first)) / 2 ** 20) : 0
  }
  return {
    async look(share: number): Promise<void> {
      if (share < (looks.length + 1) / 4) return
      const database = await world.databaseBytes()
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      looks.push({ memory: heapUsed + arrayBuffers - world.shop.cache.stats().bytes - database, database })
    },
    growth: () => ({
      memoryMb: growthOf(({ memory }) => memory),
      databaseMb: growthOf(({ database }) => database),
    }),
    megabytes: () => Math.round(process.memoryUsage().rss / 2 ** 20),
  }
}
