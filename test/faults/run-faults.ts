import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Told } from '../chaos/buyer.ts'
import { findBreaches, waitingWork } from '../chaos/invariants.ts'
import { type AskedBuyer, askForBottles, findRequestBreaches, type ToldLater } from '../chaos/requests.ts'
import { eventually } from '../eventually.ts'
import { createFaultBuyer, type FaultBuyer, follow, type Verdict } from './fault-buyer.ts'
import { createFaultPayer, toldOfRequest } from './fault-payer.ts'
import { type Engine, type FaultShop, openFaultShop, SECRET_KEY } from './fault-shop.ts'

/** Where a step of the checkout can be observed: on a connection, or as a PGlite query. */
const PLACES = ['database', 'square'] as const
export type Place = (typeof PLACES)[number]

/**
 * pause: the process stops, and resumes only after the order was closed. cut: the connection breaks and the packet is
 * lost. hold: the network delays everything, and delivers it after the order was closed.
 */
const FAULTS = ['pause', 'cut', 'hold'] as const
export type Fault = (typeof FAULTS)[number]

/** What is paid: a new order, or a request made after an order was bought. */
const SUBJECTS = ['checkout', 'request'] as const
export type Subject = (typeof SUBJECTS)[number]

export type Kind = { of: Subject; place: Place; fault: Fault }
export type Point = Kind & { n: number }

/** Its name in commands and reports. */
export function nameOf({ of, fault, place }: Kind): string {
  return `${of} ${fault} ${place}`
}

export type FaultOptions = {
  engine: Engine
  /** Only these; without them every step of every kind, until a payment ends before the step. */
  points?: readonly Point[]
  /** Only kinds of these. */
  subjects?: readonly Subject[]
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
/** A safety limit that even a busy machine doesn't reach unless something is wrong. */
const PATIENCE_MS = 90_000
const SETTLE_MS = 120_000
const MAX_STEPS = 500
/** How many orders are bought in advance, each for one request. */
const BATCH = 40

/** Breaks one payment after another, each at a different step, and audits the money of all of them at the end. */
export async function runFaults({ engine, points, subjects = SUBJECTS, say }: FaultOptions): Promise<FaultReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faults-'))
  const shop = await openFaultShop(engine, folder)
  const told: Told[] = []
  const report: FaultReport = { counts: {}, missed: [], exits: [], closed: 0, returned: 0, breaches: [] }
  const later: ToldLater[] = []
  const waiting: AskedBuyer[] = []
  const pointOf = new Map<string, Point>()

  async function nextAsked(): Promise<AskedBuyer> {
    if (waiting.length === 0) {
      const count = points ? points.filter(({ of }) => of === 'request').length : BATCH
      for (let bought = 0; bought < count; bought += 1) told.push(...(await buyOrder(shop)))
      waiting.push(...(await shop.withDatabase((database) => askForBottles(database, count))))
    }
    const asked = waiting.shift()
    if (!asked) throw new Error('no order to ask for more')
    return asked
  }

  async function run(point: Point): Promise<boolean> {
    const asked = point.of === 'request' ? await nextAsked() : undefined
    const buyer = asked ? createFaultPayer(shop.square, asked, SECRET_KEY) : createFaultBuyer(shop.square)
    const { isHit, isClosed, heard } = await breakOnePayment(shop, point, buyer)
    if (isClosed) report.closed += 1
    if (await shop.hasEnded()) report.exits.push(point)
    if (asked) {
      later.push(toldOfRequest(asked, heard))
      pointOf.set(asked.requestId, point)
    } else {
      told.push(...heard)
      for (const { checkoutId } of heard) pointOf.set(checkoutId, point)
    }
    const kind = nameOf(point)
    if (isHit) report.counts[kind] = (report.counts[kind] ?? 0) + 1
    return isHit
  }

  try {
    for (const point of points ?? []) if (!(await run(point))) report.missed.push(point)
    if (!points)
      for (const kind of kindsOf(engine).filter(({ of }) => subjects.includes(of))) {
        const start = performance.now()
        let n = 1
        while (n <= MAX_STEPS && (await run({ ...kind, n }))) n += 1
        say(`  ${nameOf(kind)}: ${n - 1} steps, ${Math.round((performance.now() - start) / 1000)} s`)
      }
    report.breaches = await settle(shop, { told, later }, pointOf)
    report.returned = (await shop.square.ledger()).refunds.length
    return report
  } finally {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export function kindsOf(engine: Engine): Kind[] {
  return SUBJECTS.flatMap((of) =>
    PLACES.flatMap((place) =>
      FAULTS.flatMap((fault) => {
        // PGlite has no connection to cut; delayed queries are the same as a pause.
        const hasFault = place === 'square' || (fault === 'pause' ? true : fault === 'cut' && engine === 'postgres')
        return hasFault ? [{ of, place, fault }] : []
      }),
    ),
  )
}

/** An order without any faults. */
async function buyOrder(shop: FaultShop): Promise<Told[]> {
  const buyer = createFaultBuyer(shop.square)
  const payment = await buyer.openPayment()
  const verdict = (await payment.pay(shop.otherAddress)) ?? (await follow(payment, shop.otherAddress, PATIENCE_MS))
  if (verdict !== 'paid') throw new Error(`an order without faults was ${verdict ?? 'unanswered'}`)
  return buyer.told
}

type Outcome = {
  isHit: boolean
  /** The buyer was told of a failure while the fault lasted. */
  isClosed: boolean
  heard: Told[]
}

async function breakOnePayment(shop: FaultShop, point: Point, buyer: FaultBuyer): Promise<Outcome> {
  const { engine, wires } = shop
  const payment = await buyer.openPayment()
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
    const verdict = await payment.pay(shop.victim.address)
    state.isAnswered = true
    state.isOver = verdict !== undefined
  }
  const first = pay()
  await eventually(async () => {
    state.isHit ||= countStops(shop) > stops
    // On a busy machine the payment may be pending before the step comes.
    if (!state.isHit && state.isAnswered && !state.isOver)
      state.isOver = isDefinite(await payment.status(shop.otherAddress))
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
  const verdict = await follow(payment, shop.otherAddress, PATIENCE_MS)
  if (verdict === 'failed') await payAgain()
  // If there are two outcomes, both must be true.
  await payment.status(shop.victim.address)
  const heard = verdict ? buyer.told : [...buyer.told, unanswered(payment.checkoutId)]
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
    if (engine === 'postgres') await shop.passTime()
    let status = await payment.status(shop.otherAddress)
    while (performance.now() - start < (status === 'none' ? UNCOMMITTED_MS : patience)) {
      if (engine === 'postgres') await shop.passTime()
      status = await payment.status(shop.otherAddress)
      if (status === 'failed') await payAgain()
      if (status === 'failed' || status === 'paid') return status
      await sleep(50)
    }
    return undefined
  }

  async function payAgain(): Promise<void> {
    if (buyer.told.some(({ checkoutId }) => checkoutId !== payment.checkoutId)) return
    const again = await buyer.openPayment()
    const end = (await again.pay(shop.otherAddress)) ?? (await follow(again, shop.otherAddress, PATIENCE_MS))
    if (!end) buyer.told.push(unanswered(again.checkoutId))
  }
}

/** Includes `none`: without an order by now, there will never be one. */
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
async function settle(
  shop: FaultShop,
  { told, later }: { told: readonly Told[]; later: readonly ToldLater[] },
  pointOf: Map<string, Point>,
): Promise<string[]> {
  const end = performance.now() + SETTLE_MS
  for (;;) {
    // Long enough for the next lookup of a charge that may still arrive.
    await sleep(8000)
    const breaches = await shop.withDatabase(async (database) => {
      const ledger = await shop.square.ledger()
      const evidence = { database, ledger, told, mailbox: shop.mailbox, log: shop.log() }
      const rows = await database.withConnection((connection) =>
        connection.rows(
          `select number, checkout_key as key from orders
           union all select o.number, b.id::text from balance_requests b join orders o on o.id = b.order_id`,
        ),
      )
      const named = new Map(
        rows.flatMap(({ number, key }) => {
          const point = pointOf.get(String(key))
          return point ? [[String(number), point] as const] : []
        }),
      )
      const found = [
        ...(await waitingWork(database)),
        ...(await findBreaches(evidence)),
        ...(later.length > 0 ? await findRequestBreaches(database, ledger, later) : []),
      ]
      return found.map((breach) => {
        const [subject = ''] = /BLM-[\w-]+|[\da-f]{8}-[\da-f-]{27}/.exec(breach) ?? []
        const point = named.get(subject) ?? pointOf.get(subject)
        return point ? `${nameOf(point)} at step ${point.n}: ${breach}` : breach
      })
    })
    if (breaches.length === 0 || performance.now() > end) return breaches
  }
}
