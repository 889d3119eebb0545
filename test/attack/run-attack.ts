import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { MAX_CARDS_OF_ADDRESS, MAX_CARDS_OF_NETWORK, PROOF_ROUNDS } from '#domain/money/card-testing.ts'
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

export type AttackReport = {
  rows: AttackRow[]
  buyersPaid: number
  /** By attackers who don't do the proof of work. */
  attackersReached: number
  /** By those who do, with cards that exist, and the most that the gate allows them. */
  solversReached: { row: AttackRow; limit: number }[]
}

type Sending = { body: object | string; headers?: Record<string, string> }
type Shop = Awaited<ReturnType<typeof openPayingShop>>
type Scene = { shop: Shop; random: Random; tokenize: (card?: object) => Promise<string>; sharedTicket: string }
type Attack = {
  send: (scene: Scene, order: object) => Promise<Sending>
  /** The address of the nth attacker; by default one of those that all attackers share. */
  from?: (n: number) => string
  /** Of those who do the proof of work: how many cards that exist may reach the provider within an hour. */
  solvedLimit?: number
}

const STOLEN = [{ number: '4000000000009995' }, { cvv: '911' }, { postalCode: '99999' }]

/** A thousandth of the work of a real shop, as there are hundreds of browsers and solvers in one process. */
const PROOF_WORK = 8

/** One address that a whole campus shares, with many buyers and one attacker. */
const CAMPUS = '46.0.0.1'
const INVENTED_ON_CAMPUS = 12
/** An address whose attacker does the work for stolen cards. */
const SOLVER = '46.0.1.1'

async function ticketOf(shop: Shop, from?: string): Promise<string> {
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {}
  return (await shop.post<{ ticket: string }>('get-square-config', {}, headers)).body.ticket
}

async function invented(_scene: Scene, order: object): Promise<Sending> {
  return { body: { ...order, sourceId: `cnon:invented-${randomUUID()}` } }
}

async function stolen({ shop, tokenize, random }: Scene, order: object): Promise<Sending> {
  return {
    body: { ...order, sourceId: await tokenize(random.pick(STOLEN)) },
    headers: { [TICKET_HEADER]: await ticketOf(shop) },
  }
}

const CAMPUS_ATTACK = 'invented tokens, solved, campus'

const ATTACKS: Record<string, Attack> = {
  'invented tokens': { send: invented },
  'declined cards': {
    send: async ({ tokenize }, order) => ({
      body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
    }),
  },
  'stolen cards, ticket, no proof': { send: stolen },
  'forged tickets': {
    send: async ({ tokenize }, order) => ({
      body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
      headers: { [TICKET_HEADER]: `${Date.now().toString(36)}.${'a'.repeat(22)}.${'b'.repeat(22)}` },
    }),
  },
  'one ticket for all': {
    send: async ({ tokenize, sharedTicket }, order) => ({
      body: { ...order, sourceId: await tokenize({ number: '4000000000000002' }) },
      headers: { [TICKET_HEADER]: sharedTicket },
    }),
  },
  'ticket and a made-up proof': {
    send: async ({ shop, tokenize }, order) => ({
      body: { ...order, sourceId: await tokenize({ cvv: '911' }) },
      headers: {
        [TICKET_HEADER]: await ticketOf(shop),
        [PROOF_HEADER]: writeProof(Array.from({ length: PROOF_ROUNDS }, () => '00000000')),
      },
    }),
  },
  'empty bodies': { send: async () => ({ body: '' }) },
  'stolen cards through a /48': { send: stolen, from: (n) => `2001:db8:48:${n.toString(16)}::1` },
  'stolen cards, solved, one address': { send: stolen, from: () => SOLVER, solvedLimit: MAX_CARDS_OF_ADDRESS },
  'stolen cards, solved, one /48': {
    send: stolen,
    from: (n) => `2001:db8:49:${n.toString(16)}::1`,
    solvedLimit: MAX_CARDS_OF_NETWORK,
  },
}

/** Where the nth buyer is. Some share an address or a network with attackers. */
function placeOf(n: number, addresses: number): { who: string; from: string } {
  if (n % 100 === 99) return { who: 'buyers at a solver’s address', from: SOLVER }
  if (n % 10 === 0) return { who: 'buyers on the campus', from: CAMPUS }
  if (n % 10 < 3) return { who: 'buyers at attackers’ addresses', from: addressOf(n % addresses) }
  if (n % 10 < 6) return { who: 'buyers in attackers’ networks', from: addressOf(n % addresses, 200) }
  return { who: 'buyers elsewhere', from: `99.${n >> 8}.${n & 255}.1` }
}

/** Card testers and buyers at once, in random order, against the built shop and its own Square emulator. */
export async function runAttack(database: Database, options: AttackOptions): Promise<AttackReport> {
  const { attackers, addresses, buyers, seed, width } = options
  const random = createRandom(seed)
  const square = await startTestEmulator()
  const proxy = await startCountingProxy(square.address)
  const shop = await openPayingShop(database, { SQUARE_BASE_URL: proxy.address }, { proofWork: PROOF_WORK })
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

    async function attack(who: string, { send: compose, solvedLimit }: Attack, from: string): Promise<void> {
      const order = anOrder()
      await send(who, order.customerInfo.email, async () => {
        const { body, headers } = await compose(scene, order)
        const post = (more: Record<string, string> = {}) =>
          shop.post<PaymentResponse>('process-square-payment', body, { ...more, 'x-forwarded-for': from })
        return solvedLimit === undefined ? post(headers) : answerChallenges(post, headers)
      })
    }

    const attacks = Object.entries(ATTACKS)
    const attackerTasks = Array.from({ length: attackers }, (_, n) => async () => {
      const [who, kind] = attacks[n % attacks.length] ?? []
      if (who && kind) await attack(who, kind, kind.from?.(n) ?? addressOf(n % addresses))
    })
    // Buyers opened the dialog a while ago.
    const buyerTasks = await Promise.all(
      Array.from({ length: buyers }, async (_, n) => {
        const { who, from } = placeOf(n, addresses)
        const ticket = await ticketOf(shop)
        const order = anOrder()
        return () =>
          send(who, order.customerInfo.email, async () => {
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
    // First of all, so that the campus is known for nothing else.
    for (let n = 0; n < INVENTED_ON_CAMPUS; n += 1)
      await attack(CAMPUS_ATTACK, { send: invented, solvedLimit: Infinity }, CAMPUS)
    await runShuffled([...attackerTasks, ...buyerTasks], random, width)
    for (const [email, keys] of proxy.charges) {
      const row = emails.get(email)
      if (row) row.reachedProvider += keys.size
    }
    const all = [...rows.values()].toSorted((one, other) => one.who.localeCompare(other.who))
    const sum = (of: (row: AttackRow) => number, from: AttackRow[]) => from.reduce((total, row) => total + of(row), 0)
    const isBuyer = ({ who }: AttackRow) => who.startsWith('buyers')
    const isSolver = ({ who }: AttackRow) => who === CAMPUS_ATTACK || ATTACKS[who]?.solvedLimit !== undefined
    return {
      rows: [...all.filter((row) => !isBuyer(row)), ...all.filter(isBuyer)],
      buyersPaid: sum(({ paid }) => paid, all.filter(isBuyer)),
      attackersReached: sum(
        ({ reachedProvider }) => reachedProvider,
        all.filter((row) => !isBuyer(row) && !isSolver(row)),
      ),
      solversReached: attacks.flatMap(([who, { solvedLimit }]) =>
        solvedLimit === undefined ? [] : [{ row: rowOf(who), limit: solvedLimit }],
      ),
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
