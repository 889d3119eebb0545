import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { products } from '#seed/products.ts'
import { anOrder } from '../an-order.ts'
import { buy, type Told } from '../chaos/buyer.ts'
import { createRandom, type Random } from '../chaos/random.ts'
import { ROUTES } from '../e2e/routes.ts'
import type { TestEmulator } from '../square-emulator.ts'

/** `busy` counts requests told to retry later: searches and filters get only a share of a process's time. */
export type Tally = { done: number; busy: number; failures: string[] }

class Busy extends Error {}

type LoadDeps = {
  seed: number
  addresses: readonly string[]
  cookie: string
  square: TestEmulator
  told: Told[]
  sql: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Visitors of one kind: how many at once, and how long each waits before the next turn. */
type Kind = { width: number; pauseMs: number; turn: (random: Random, signal: AbortSignal) => Promise<void> }

const PRODUCT = 'pure-bloom'
const SOAK_ALT = 'A square of one color'
const PATIENCE_MS = 240_000
const SEARCHES = ['rose', 'oil', 'dry skin', 'vanila', 'nut free', 'under $30', 'zzzzzz', 'jojoba', 'serum', 'tamanu']
const DESK_SCREENS = ['/admin', '/admin/orders', '/admin/audit', '/admin/catalogue', '/admin/reviews', '/admin?days=90']
const CARDS = [{ number: '4111111111111111' }, { number: '4111111111111111' }, { number: '4000000000000002' }]

/** Everything that visitors and the owner do all day, until the signal. */
export function startLoad(deps: LoadDeps, signal: AbortSignal) {
  const { addresses, cookie, square, sql } = deps
  const tallies: Record<string, Tally> = {}

  const anyone = (random: Random) => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`

  async function ask(random: Random, path: string, init: RequestInit & { status?: number } = {}): Promise<string> {
    const { status = 200, headers, ...rest } = init
    const response = await fetch(random.pick(addresses) + path, {
      redirect: 'manual',
      ...rest,
      headers: { 'x-forwarded-for': anyone(random), ...(headers as Record<string, string>) },
    })
    const text = await response.text()
    if (response.status === 503 && response.headers.has('retry-after') && path.includes('?')) throw new Busy()
    if (response.status !== status) throw new Error(`${path} has status ${response.status}: ${text.slice(0, 200)}`)
    return text
  }

  async function hearReviews(random: Random, stop: AbortSignal): Promise<void> {
    const leaving = AbortSignal.any([stop, AbortSignal.timeout(random.between(1000, 30_000))])
    const address = `${random.pick(addresses)}/api/products/${random.pick(products).id}/reviews/live`
    const response = await fetch(address, { signal: leaving, headers: { 'x-forwarded-for': anyone(random) } })
    if (response.status !== 200) throw new Error(`a stream has status ${response.status}`)
    let heard = 0
    try {
      for await (const chunk of response.body ?? []) heard += (chunk as Uint8Array).byteLength
    } catch (error) {
      if (!leaving.aborted) throw error
    }
    if (heard === 0 && !stop.aborted) throw new Error('a stream sent nothing')
  }

  async function followDesk(random: Random, stop: AbortSignal): Promise<void> {
    const leaving = AbortSignal.any([stop, AbortSignal.timeout(random.between(1000, 60_000))])
    const response = await fetch(`${random.pick(addresses)}/admin/live`, {
      signal: leaving,
      headers: { cookie, accept: 'text/event-stream' },
    })
    if (response.status !== 200) throw new Error(`the desk's stream has status ${response.status}`)
    try {
      for await (const _ of response.body ?? []);
    } catch (error) {
      if (!leaving.aborted) throw error
    }
  }

  async function uploadPicture(random: Random): Promise<void> {
    // A product has a maximum number of pictures.
    await sql(`delete from product_pictures where alt = $1`, [SOAK_ALT])
    const color = { r: random.below(256), g: random.below(256), b: random.below(256) }
    const image = sharp({ create: { width: 800, height: 1000, channels: 3, background: color } })
    const body = new FormData()
    body.set('picture', new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }), 'soak.png')
    body.set('alt', SOAK_ALT)
    await ask(random, `/admin/catalogue/products/${PRODUCT}/picture`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body,
      status: 303,
    })
  }

  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  const kinds: Record<string, Kind> = {
    pages: { width: 4, pauseMs: 200, turn: async (random) => void (await ask(random, random.pick(ROUTES))) },
    searches: {
      width: 1,
      pauseMs: 500,
      turn: async (random) => void (await ask(random, `/shop-all?search=${encodeURIComponent(random.pick(SEARCHES))}`)),
    },
    carts: {
      width: 2,
      pauseMs: 400,
      async turn(random) {
        const { items } = anOrder()
        const quantity = random.between(1, 5)
        await ask(
          random,
          '/functions/v1/quote-order',
          json({ items: items.map((item) => ({ ...item, quantity })), state: random.pick(['UT', 'NV']) }),
        )
      },
    },
    orders: {
      width: 2,
      pauseMs: 1000,
      async turn(random) {
        const shopAddress = () => random.pick(addresses)
        const patience = { patienceMs: PATIENCE_MS, isOver: () => false }
        deps.told.push(await buy({ random, square, shopAddress, codes: ['NO-SUCH-CODE'], cards: CARDS, ...patience }))
      },
    },
    desk: {
      width: 1,
      pauseMs: 1000,
      async turn(random) {
        const [order] = await sql(`select id from orders order by random() limit 1`)
        const screens = [...DESK_SCREENS, ...(order ? [`/admin/orders/${String(order.id)}`] : [])]
        await ask(random, random.pick(screens), { headers: { cookie, accept: 'text/html' } })
      },
    },
    deskStreams: { width: 2, pauseMs: 100, turn: followDesk },
    streams: { width: 6, pauseMs: 100, turn: hearReviews },
    reviews: {
      width: 1,
      pauseMs: 15_000,
      turn: async (random) =>
        void (await sql(
          `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
           values ($1, $2, 'After a month', 'Still soft.', 'Dana Whitfield', 'website_form', true)`,
          [random.pick(products).id, random.between(1, 5)],
        )),
    },
    uploads: { width: 1, pauseMs: 20_000, turn: uploadPicture },
  }

  async function keepOn(name: string, { pauseMs, turn }: Kind, tally: Tally, random: Random): Promise<void> {
    while (!signal.aborted) {
      await turn(random, signal).then(
        () => (tally.done += 1),
        (error: Error) => {
          if (error instanceof Busy) tally.busy += 1
          else
            tally.failures.push(`${name}: ${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`)
        },
      )
      // Ended by the signal.
      await sleep(random.between(pauseMs / 2, pauseMs * 1.5), undefined, { signal }).catch(() => {})
    }
  }

  const running = Object.entries(kinds).flatMap(([name, kind], index) => {
    const tally = (tallies[name] = { done: 0, busy: 0, failures: [] as string[] })
    return Array.from({ length: kind.width }, (_, visitor) =>
      keepOn(name, kind, tally, createRandom(deps.seed * 1009 + index * 101 + visitor)),
    )
  })
  return { tallies, ended: Promise.all(running) }
}
