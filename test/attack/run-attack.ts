import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { PROOF_ROUNDS } from '#domain/money/card-testing.ts'
import { writeProof } from '#domain/money/proof-of-work.ts'
import type { Database } from '#server/platform/db/database.ts'
import { anOrder } from '../an-order.ts'
import { answerChallenges } from '../answer-challenges.ts'
import { createRandom, type Random } from '../chaos/random.ts'
import { openPayingShop } from '../paying-shop.ts'
import { startTestEmulator } from '../square-emulator.ts'
import { startCountingProxy } from './counting-proxy.ts'

export type AttackOptions = { attackers: number; addresses: number; buyers: number; seed: number; width: number }

export type AttackRow = { who: string; sent: number; paid: number; reachedProvider: number }
export type AttackReport = { rows: AttackRow[]; buyersPaid: number; attackersReached: number }

type Sending = { body: object | string; headers?: Record<string, string> }
type Shop = Awaited<ReturnType<typeof openPayingShop>>
type Scene = { shop: Shop; random: Random; tokenize: (card?: object) => Promise<string>; sharedTicket: string }
type Attack = (scene: Scene, order: object) => Promise<Sending>

const STOLEN = [{ number: '4000000000009995' }, { cvv: '911' }, { postalCode: '99999' }]

async function ticketOf(shop: Shop, from?: string): Promise<string> {
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {}
  return (await shop.post<{ ticket: string }>('get-square-config', {}, headers)).body.ticket
}

/** What card testers send. Unlike buyers, none of them solves the proof of work. */
const ATTACKS: Record<string, Attack> = {
  'invented tokens': async (_scene, order) => ({ body: { ...order, sourceId: `cnon:invented-${randomUUID()}` } }),
  'declined cards': async ({ tokenize }, order) => ({
    body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
  }),
  'stolen cards, ticket, no proof': async ({ shop, tokenize, random }, order) => ({
    body: { ...order, sourceId: await tokenize(random.pick(STOLEN)) },
    headers: { [TICKET_HEADER]: await ticketOf(shop) },
  }),
  'forged tickets': async ({ tokenize }, order) => ({
    body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
    headers: { [TICKET_HEADER]: `${Date.now().toString(36)}.${'a'.repeat(22)}.${'b'.repeat(22)}` },
  }),
  'one ticket for all': async ({ tokenize, sharedTicket }, order) => ({
    body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
    headers: { [TICKET_HEADER]: sharedTicket },
  }),
  'ticket and a made-up proof': async ({ shop, tokenize }, order) => ({
    body: { ...order, sourceId: await tokenize({ cvv: '911' }) },
    headers: {
      [TICKET_HEADER]: await ticketOf(shop),
      [PROOF_HEADER]: writeProof(Array.from({ length: PROOF_ROUNDS }, () => '00000000')),
    },
  }),
  'empty bodies': async () => ({ body: '' }),
}

/** Card testers and buyers at once, in random order, against the built shop and its own Square emulator. */
export async function runAttack(database: Database, options: AttackOptions): Promise<AttackReport> {
  const { attackers, addresses, buyers, seed, width } = options
  const random = createRandom(seed)
  const square = await startTestEmulator()
  const proxy = await startCountingProxy(square.address)
  const shop = await openPayingShop(database, { SQUARE_BASE_URL: proxy.address })
  await shop.services.reconciler.start()
  const rows = new Map<string, AttackRow>()

  function rowOf(who: string): AttackRow {
    const row = rows.get(who) ?? { who, sent: 0, paid: 0, reachedProvider: 0 }
    rows.set(who, row)
    return row
  }

  try {
    const scene: Scene = { shop, random, tokenize: (card) => square.tokenize(card), sharedTicket: await ticketOf(shop) }
    const emails = new Map<string, AttackRow>()

    async function send(who: string, email: string, work: () => Promise<{ body: PaymentResponse }>): Promise<void> {
      const row = rowOf(who)
      row.sent += 1
      emails.set(email, row)
      const { body } = await work()
      if (body.success) row.paid += 1
    }

    const names = Object.keys(ATTACKS)
    const attackerTasks = Array.from({ length: attackers }, (_, n) => async () => {
      const who = names[n % names.length] ?? ''
      const order = anOrder()
      await send(who, order.customerInfo.email, async () => {
        const from = addressOf(n % addresses)
        const { body, headers } = (await ATTACKS[who]?.(scene, order)) ?? { body: '' }
        return shop.post('process-square-payment', body, { ...headers, 'x-forwarded-for': from })
      })
    })
    // Buyers opened the dialog a while ago. Half of them share a network with an attacker.
    const buyerTasks = await Promise.all(
      Array.from({ length: buyers }, async (_, n) => {
        const from = n % 2 ? `99.${n >> 8}.${n & 255}.1` : addressOf(n % addresses, 200)
        const ticket = await ticketOf(shop, from)
        const order = anOrder()
        return () =>
          send('buyers', order.customerInfo.email, async () => {
            const body = { ...order, sourceId: await square.tokenize() }
            const key = randomUUID()
            const base = { 'idempotency-key': key, 'x-forwarded-for': from }
            const answer = await answerChallenges(
              (headers) => shop.post<PaymentResponse>('process-square-payment', body, { ...base, ...headers }),
              { [TICKET_HEADER]: ticket },
            )
            return answer.body.isPending ? follow(shop, key, answer) : answer
          })
      }),
    )
    await runShuffled([...attackerTasks, ...buyerTasks], random, width)
    for (const [email, keys] of proxy.charges) {
      const row = emails.get(email)
      if (row) row.reachedProvider += keys.size
    }
    const attackerRows = [...rows.values()].filter(({ who }) => who !== 'buyers')
    return {
      rows: [...attackerRows, rowOf('buyers')],
      buyersPaid: rowOf('buyers').paid,
      attackersReached: attackerRows.reduce((sum, { reachedProvider }) => sum + reachedProvider, 0),
    }
  } finally {
    await shop.end()
    await proxy.close()
    await square.close()
  }
}

/** On a busy machine the payment may still be pending; the page then polls for the outcome. */
async function follow(shop: Shop, key: string, answer: { body: PaymentResponse }): Promise<{ body: PaymentResponse }> {
  let { status } = await shop.statusOf(key)
  while (status === 'pending') {
    await sleep(1000)
    ;({ status } = await shop.statusOf(key))
  }
  return { body: { ...answer.body, success: status === 'paid' } }
}

/** Ten addresses per /24. */
function addressOf(n: number, offset = 0): string {
  const network = Math.floor(n / 10)
  return `45.${network >> 8}.${network & 255}.${offset + 1 + (n % 10)}`
}

async function runShuffled(tasks: (() => Promise<void>)[], random: Random, width: number): Promise<void> {
  const waiting = [...tasks]
  async function work(): Promise<void> {
    for (;;) {
      const index = random.below(waiting.length || 1)
      const task = waiting[index]
      if (!task) return
      const last = waiting.pop()
      if (last && last !== task) waiting[index] = last
      await task()
    }
  }
  await Promise.all(Array.from({ length: width }, work))
}
