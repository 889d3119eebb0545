import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Told } from '../chaos/buyer.ts'
import { findBreaches, waitingWork } from '../chaos/invariants.ts'
import { eventually } from '../eventually.ts'
import { createFaultBuyer, type Verdict } from './fault-buyer.ts'
import { type Engine, type FaultShop, openFaultShop } from './fault-shop.ts'

/** Where a step of the checkout can be observed: on a connection, or as a PGlite query. */
const PLACES = ['database', 'square'] as const
export type Place = (typeof PLACES)[number]

/**
 * pause: the process stops, and resumes only after the order was closed. cut: the connection breaks and the packet is
 * lost. hold: the network delays everything, and delivers it after the order was closed.
 */
const FAULTS = ['pause', 'cut', 'hold'] as const
export type Fault = (typeof FAULTS)[number]

export type Point = { place: Place; fault: Fault; n: number }

export type FaultOptions = {
  engine: Engine
  /** Only these; without them every step of every kind, until a checkout ends before the step. */
  points?: readonly Point[]
  say: (line: string) => void
}

export type FaultReport = {
  /** Number of steps each fault has hit. */
  counts: Record<string, number>
  /** Requested points whose step never came. */
  missed: Point[]
  /** Points at which the process exited on its own. */
  exits: Point[]
  /** Orders closed during a paused process or a delayed network. */
  closed: number
  /** Late payments that were refunded. */
  returned: number
  breaches: string[]
}

const CUT_MS = 300
const LOCKED_MS = 10_000
/** An uncommitted order can't be closed. */
const UNCOMMITTED_MS = 500
/** Reached only if something is wrong, however busy the machine is. */
const PATIENCE_MS = 90_000
const SETTLE_MS = 120_000
const MAX_STEPS = 500

/** Breaks one checkout after another, each at a different step, and audits the money of all of them at the end. */
export async function runFaults({ engine, points, say }: FaultOptions): Promise<FaultReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faults-'))
  const shop = await openFaultShop(engine, folder)
  const told: Told[] = []
  const report: FaultReport = { counts: {}, missed: [], exits: [], closed: 0, returned: 0, breaches: [] }
  const pointOf = new Map<string, Point>()

  async function run(point: Point): Promise<boolean> {
    const { isHit, isClosed, heard } = await breakOneCheckout(shop, point)
    if (isClosed) report.closed += 1
    if (await shop.hasEnded()) report.exits.push(point)
    told.push(...heard)
    for (const { checkoutId } of heard) pointOf.set(checkoutId, point)
    const kind = `${point.fault} ${point.place}`
    if (isHit) report.counts[kind] = (report.counts[kind] ?? 0) + 1
    return isHit
  }

  try {
    for (const point of points ?? []) if (!(await run(point))) report.missed.push(point)
    if (!points)
      for (const { place, fault } of kindsOf(engine)) {
        const start = performance.now()
        let n = 1
        while (n <= MAX_STEPS && (await run({ place, fault, n }))) n += 1
        say(`  ${fault} ${place}: ${n - 1} steps, ${Math.round((performance.now() - start) / 1000)} s`)
      }
    report.breaches = await settle(shop, told, pointOf)
    report.returned = (await shop.square.ledger()).refunds.length
    return report
  } finally {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export function kindsOf(engine: Engine): { place: Place; fault: Fault }[] {
  return PLACES.flatMap((place) =>
    FAULTS.flatMap((fault) => {
      // PGlite has no connection to cut; delayed queries are the same as a pause.
      const hasFault = place === 'square' || (fault === 'pause' ? true : fault === 'cut' && engine === 'postgres')
      return hasFault ? [{ place, fault }] : []
    }),
  )
}

type Outcome = {
  isHit: boolean
  /** The buyer was told of a failure while the fault lasted. */
  isClosed: boolean
  heard: Told[]
}

async function breakOneCheckout(shop: FaultShop, point: Point): Promise<Outcome> {
  const { engine, wires } = shop
  const buyer = await createFaultBuyer(shop.square)
  const checkout = await buyer.openCheckout()
  const wire = point.place === 'square' ? wires.square : wires.database
  const state = { isHit: false, isAnswered: false, isOver: false, isClosed: false }

  function hit(): void {
    state.isHit = true
    if (point.fault === 'pause') shop.pause()
    if (point.fault === 'cut') wire?.cut()
    if (point.fault === 'hold') wire?.hold()
  }

  if (wire) wire.arm(point.n, hit)
  else await shop.stopAtQuery(point.n)
  const stops = countStops(shop)
  const pay = async () => {
    const verdict = await checkout.pay(shop.victim.address)
    state.isAnswered = true
    state.isOver = verdict !== undefined
  }
  const first = pay()
  await eventually(async () => {
    state.isHit ||= countStops(shop) > stops
    // On a busy machine the payment may be pending before the step comes.
    if (!state.isHit && state.isAnswered && !state.isOver)
      state.isOver = isDefinite(await checkout.status(shop.otherAddress))
    return state.isHit || state.isOver
  }, PATIENCE_MS)
  wire?.disarm()
  if (!wire && !state.isHit) await shop.stopAtQuery(0)

  if (state.isHit) {
    if (point.fault === 'cut') await sleep(CUT_MS)
    else state.isClosed = (await closeBehindItsBack()) === 'failed'
    wire?.mend()
    shop.resume()
  }
  await first
  const verdict = await buyer.follow(checkout, shop.otherAddress, PATIENCE_MS)
  if (verdict === 'failed') await payAgain()
  // If there are two outcomes, both must be true.
  await checkout.status(shop.victim.address)
  const heard = verdict ? buyer.told : [...buyer.told, unanswered(checkout.checkoutId)]
  return { isHit: state.isHit, isClosed: state.isClosed, heard }

  /** The buyer learns the outcome from the other process, if there is one, and pays again after a failure. */
  async function closeBehindItsBack(): Promise<Verdict | undefined> {
    if (engine === 'pglite' && point.fault === 'pause') {
      // There is no other process: when it resumes, its own reconciler and request find that the lease has expired.
      await shop.passTime()
      return undefined
    }
    const start = performance.now()
    // A paused process may hold the order's lock, and then it can't be closed.
    const patience = point.fault === 'hold' ? PATIENCE_MS : LOCKED_MS
    let status = await checkout.status(shop.otherAddress)
    while (performance.now() - start < (status === 'none' ? UNCOMMITTED_MS : patience)) {
      if (engine === 'postgres') await shop.passTime()
      status = await checkout.status(shop.otherAddress)
      if (status === 'failed') await payAgain()
      if (status === 'failed' || status === 'paid') return status
      await sleep(50)
    }
    return undefined
  }

  async function payAgain(): Promise<void> {
    if (buyer.told.some(({ checkoutId }) => checkoutId !== checkout.checkoutId)) return
    const again = await buyer.openCheckout()
    const end = (await again.pay(shop.otherAddress)) ?? (await buyer.follow(again, shop.otherAddress, PATIENCE_MS))
    if (!end) buyer.told.push(unanswered(again.checkoutId))
  }
}

/** Also if there is no order: then there never will be. */
function isDefinite(status: string | undefined): boolean {
  return status !== undefined && status !== 'pending'
}

function unanswered(checkoutId: string): Told {
  return { checkoutId, outcome: 'unanswered', orderNumber: null, clicks: 1 }
}

function countStops({ victim }: FaultShop): number {
  return victim.output().split('stopped before a query').length
}

/** Waits until the shop has settled everything; each breach names the point at which its order was broken. */
async function settle(shop: FaultShop, told: readonly Told[], pointOf: Map<string, Point>): Promise<string[]> {
  const end = performance.now() + SETTLE_MS
  for (;;) {
    // Long enough for the next lookup of a charge that may still arrive.
    await sleep(8000)
    const breaches = await shop.withDatabase(async (database) => {
      const ledger = await shop.square.ledger()
      const evidence = { database, ledger, told, mailbox: shop.mailbox, log: shop.log() }
      const rows = await database.withConnection((connection) =>
        connection.rows('select number, checkout_key from orders'),
      )
      const named = new Map(rows.map(({ number, checkout_key: key }) => [String(number), pointOf.get(String(key))]))
      const found = [...(await waitingWork(database)), ...(await findBreaches(evidence))]
      return found.map((breach) => {
        const [subject = ''] = /BLM-[\w-]+|[\da-f]{8}-[\da-f-]{27}/.exec(breach) ?? []
        const point = named.get(subject) ?? pointOf.get(subject)
        return point ? `${point.fault} ${point.place} at step ${point.n}: ${breach}` : breach
      })
    })
    if (breaches.length === 0 || performance.now() > end) return breaches
  }
}
