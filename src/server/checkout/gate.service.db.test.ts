import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TICKET_HEADER } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { createRetention } from '#server/retention.worker.ts'
import { AN_ORDER_CENTS, anOrder } from '#test/an-order.ts'
import { answerChallenges } from '#test/answer-challenges.ts'
import { drain } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createCheckoutTickets } from './tickets.ts'
import { claimTryForCharge, insertTry } from './tries.queries.ts'

const SECRET_KEY = 'the key of both processes, long enough'
/** Less than in a real shop, to save time. */
const PROOF_WORK = 64
const DECLINED = { number: '4000000000000002' }
const CHALLENGED = { status: 429, body: { problem: 'proof', error: MESSAGES.tooManyRequests } }
const REFUSED = { status: 429, body: { problem: 'throttled', error: MESSAGES.tooManyRequests } }

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current, { SECRET_KEY }, { proofWork: PROOF_WORK })
})
afterAll(() => shop.end())
beforeEach(async () => {
  await shop.rows('delete from payment_tries')
  await shop.rows(`update payment_attempts set created_at = now() - interval '2 hours'`)
  await shop.rows(`delete from alerts`)
})

/** Failures of strangers within the hour, with the provider's error codes. */
async function recordFailures(count: number, { code = 'GENERIC_DECLINE' } = {}) {
  const { body } = await shop.pay()
  await shop.rows(
    `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until, error_category, error_code)
     select gen_random_uuid(), (select id from orders where number = $1), n + 1, 'declined', gen_random_uuid(), 100, now(), 'PAYMENT_METHOD_ERROR', $2
     from generate_series(1, $3) n`,
    [body.orderNumber, code, count],
  )
}

async function attemptsOf(lastName: string): Promise<number> {
  const [row] = await shop.rows(
    `select count(*)::int as n from payment_attempts a join orders o on o.id = a.order_id where o.last_name = $1`,
    [lastName],
  )
  return Number(row?.n)
}

/** Orders with one last name, so what they sent to the provider can be counted. */
function of(lastName: string) {
  return { customerInfo: { ...anOrder().customerInfo, lastName } }
}

async function ticketOf(): Promise<string> {
  return (await shop.post<{ ticket: string }>('get-square-config', {})).body.ticket
}

const HARDEST = 64 * PROOF_WORK

/** Repeats the first failure of the last hour, with its sender and its error. */
async function repeatFailure(count: number) {
  await shop.rows(
    `insert into payment_attempts
       (id, order_id, attempt_no, state, source_hash, client_hash, amount_cents, lease_until, error_category, error_code)
     select gen_random_uuid(), order_id, (select max(attempt_no) from payment_attempts) + n, state, gen_random_uuid(), client_hash, 100, now(), error_category, error_code
     from generate_series(1, $1) n, (select * from payment_attempts
       where state = 'declined' and created_at > now() - interval '1 hour' order by created_at limit 1) first`,
    [count],
  )
}

test('requires proof of work from an address after five failures, but not from its neighbors', async () => {
  const from = '203.0.113.7'
  // A different expiry date each time, and so a different card.
  const cardOf = (n: number) => ({ ...DECLINED, expMonth: 1 + n, expYear: 2031 })
  for (let n = 0; n < 5; n += 1) expect((await shop.pay({}, { card: cardOf(n), from })).status).toBe(402)
  const charges = (await shop.square.ledger()).payments.length
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
  // Another address in the same /24.
  expect((await shop.pay({}, { from: '203.0.113.8', asProgram: true })).status).toBe(200)
  expect((await shop.pay({}, { from })).status).toBe(200)
})

test('refuses no address for invented tokens: buyers who share it do the work and pay', async () => {
  const from = '203.0.113.27'
  await shop.pay({ sourceId: 'cnon:made-up' }, { from })
  await repeatFailure(99)
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.pay({}, { from })).status).toBe(200)
})

test('refuses no address for unknown outcomes, as when the provider is down', async () => {
  const from = '203.0.113.37'
  const { body } = await shop.pay({}, { from })
  await Promise.all(Array.from({ length: 30 }, () => shop.pay()))
  await shop.rows(`update payment_attempts set state = 'unknown' where created_at > now() - interval '1 hour'`)
  // As if they were all from that address.
  await shop.rows(
    `update payment_tries set client_hash = (
      select client_hash from payment_tries t join orders o on o.id = t.order_id where o.number = $1)`,
    [body.orderNumber],
  )
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.pay({}, { from })).status).toBe(200)
})

test('counts the cards that are being charged, so that no more than thirty are declined at once', async () => {
  const from = '203.0.113.47'
  await shop.pay({}, { card: DECLINED, from })
  await repeatFailure(28)
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(CHALLENGED)
  // Another try of the address, not yet an order.
  await shop.rows(
    `insert into payment_tries (id, checkout_key, client_hash, network_hash, lane)
     select gen_random_uuid(), 'another try', client_hash, network_hash, lane from payment_tries where order_id is not null`,
  )
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(REFUSED)
})

test('holds back only the last sender of a card declined five times', async () => {
  const card = { ...DECLINED, expMonth: 7, expYear: 2032 }
  const from = (n: number) => `198.51.${n}.1`
  for (let n = 0; n < 5; n += 1) expect((await shop.pay({}, { card, from: from(n) })).status).toBe(402)
  expect(await shop.pay({}, { from: from(4), asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.pay({}, { from: from(5), asProgram: true })).status).toBe(200)
})

test('does not lock out a customer because of declines that strangers cause under their email', async () => {
  const { customerInfo } = anOrder()
  for (let n = 0; n < 6; n += 1) await shop.pay({ customerInfo }, { card: { ...DECLINED, expMonth: 1 + n } })
  expect(await shop.pay({ customerInfo }, { asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.pay({ customerInfo })).status).toBe(200)
})

test('treats thirty declined cards as a wave: holds back bots, lets buyers pay, alerts the owner once', async () => {
  await recordFailures(30)
  const charges = (await shop.square.ledger()).payments.length
  for (let n = 0; n < 3; n += 1) expect(await shop.pay({}, { asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
  expect(await shop.pay({ expectedTotalCents: AN_ORDER_CENTS })).toMatchObject({ status: 200, body: { success: true } })

  await eventually(async () => (await shop.rows('select from alerts')).length > 0)
  const second = await openPayingShop(await database.openAnother(), { SECRET_KEY })
  expect(await second.pay({}, { asProgram: true })).toMatchObject(CHALLENGED)
  expect((await second.pay()).status).toBe(200)
  await second.end()
  const alerts = await shop.rows('select kind, detail from alerts')
  expect(alerts).toEqual([{ kind: 'card-testing', detail: expect.stringContaining('Your customers can still pay') }])
  const mails = await shop.rows(`select payload->>'title' as title from outbox where template = 'owner-alert'`)
  expect(mails.at(-1)).toEqual({ title: 'Someone is testing stolen cards at your checkout; customers can still pay' })

  await shop.rows(`update payment_attempts set created_at = now() - interval '61 minutes' where state = 'declined'`)
  expect((await shop.pay({}, { asProgram: true })).status).toBe(200)
})

test('does not raise a seen alert again for the same wave', async () => {
  await recordFailures(30)
  const other = await openPayingShop(await database.openAnother(), { SECRET_KEY })
  await other.pay({}, { asProgram: true })
  await eventually(async () => (await shop.rows('select from alerts')).length > 0)
  await shop.rows('update alerts set seen_at = now()')
  const third = await openPayingShop(await database.openAnother(), { SECRET_KEY })
  await third.pay()
  await third.end()
  await other.end()
  expect(await shop.rows('select from alerts')).toHaveLength(1)
})

test('alerts the owner about a wave with the next payment if that could not be stored', async () => {
  const fresh = await openPayingShop(await database.openAnother(), { SECRET_KEY })
  await recordFailures(30)
  await shop.rows(`create or replace function lose_alert() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`)
  await shop.rows('create trigger lose_alert before insert on alerts for each row execute function lose_alert()')
  expect((await fresh.pay()).status).toBe(200)
  await shop.rows('drop trigger lose_alert on alerts')
  expect(await shop.rows('select from alerts')).toEqual([])
  await eventually(async () => {
    await fresh.pay()
    return (await shop.rows('select from alerts')).length === 1
  })
  const [alert] = await shop.rows('select subject from alerts')
  expect(alert?.subject).toMatch(/^Since \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/)
  await fresh.end()
})

test('limits invented tokens to their senders: thirty reach the provider, no alert is raised, buyers pay', async () => {
  // A process that has not raised an alert yet.
  const fresh = await openPayingShop(await database.openAnother(), { SECRET_KEY })
  const answers = []
  for (let n = 0; n < 104; n += 1) {
    const options = { from: `192.0.${n % 21}.2`, asProgram: true }
    answers.push((await fresh.pay({ ...of('Inventor'), sourceId: `cnon:made-up-${randomUUID()}` }, options)).status)
  }
  expect(answers.filter((status) => status === 402)).toHaveLength(30)
  expect(await attemptsOf('Inventor')).toBe(30)
  expect((await fresh.pay()).status).toBe(200)
  // Only real cards count.
  await recordFailures(40, { code: 'CARD_TOKEN_EXPIRED' })
  await recordFailures(33)
  expect((await fresh.pay()).status).toBe(200)
  await eventually(async () => (await shop.rows('select from alerts')).length > 0)
  await fresh.end()
  const alerts = await shop.rows('select detail from alerts')
  expect(alerts).toEqual([{ detail: expect.stringMatching(/^33 cards were declined/) }])
})

test('requires the hardest work from an address after ten declined cards, and refuses it after thirty', async () => {
  const from = '203.0.113.17'
  await shop.pay({}, { card: DECLINED, from })
  await repeatFailure(9)
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject({
    ...CHALLENGED,
    body: { challenge: { work: HARDEST } },
  })
  // A buyer who shares the address, and has the patience.
  expect((await shop.pay({}, { from })).status).toBe(200)
  await repeatFailure(20)
  expect(await shop.pay({}, { from, asProgram: true })).toMatchObject(REFUSED)
  expect((await shop.pay({}, { from: '203.0.113.18' })).status).toBe(200)
})

test('lets at most thirty of a hundred concurrent bots reach the provider, across all processes', async () => {
  const second = await openPayingShop(await database.openAnother(), {
    SECRET_KEY,
    SQUARE_BASE_URL: shop.square.address,
  })
  const tokens = await Promise.all(
    Array.from({ length: 100 }, (_, n) => shop.square.tokenize({ ...DECLINED, expMonth: 1 + (n % 12) })),
  )
  const answers = await Promise.all(
    tokens.map((sourceId, n) => {
      const options = { from: `192.1.${n}.1`, asProgram: true }
      return (n % 2 ? shop : second).pay({ ...of('Crowd'), sourceId }, options)
    }),
  )
  await second.end()
  const reached = await attemptsOf('Crowd')
  // Fewer if they all see each other, because then all are asked for a proof.
  expect(reached).toBeLessThanOrEqual(30)
  // On a busy machine some wait too long for the database and are told to retry.
  const turnedAway = answers.filter(({ status }) => status === 429 || status === 503)
  expect(turnedAway.length).toBeGreaterThanOrEqual(100 - reached)
  // Those that were refused leave nothing behind that would count against the next ones.
  const unanswered = answers.filter(({ status }) => status === 503).length
  expect((await shop.rows('select from payment_tries')).length).toBeLessThanOrEqual(reached + unanswered)
})

test('does not count a try without an order', async () => {
  const ticket = await ticketOf()
  for (let n = 0; n < 35; n += 1) {
    const answer = await shop.pay({ expectedTotalCents: 1 }, { headers: { [TICKET_HEADER]: ticket }, asProgram: true })
    expect(answer).toMatchObject({ status: 409, body: { problem: 'changed' } })
  }
  expect(await shop.rows('select from payment_tries')).toEqual([])
  expect((await shop.pay({}, { headers: { [TICKET_HEADER]: ticket }, asProgram: true })).status).toBe(200)
})

test('charges nothing for a try that is gone or was used for something else', async () => {
  const { orm } = database.current
  const attemptId = randomUUID()
  expect(await claimTryForCharge(orm, 'gone', attemptId)).toBe(false)
  await insertTry(orm, {
    id: randomUUID(),
    checkoutKey: 'here',
    ticket: undefined,
    clientHash: 'client',
    networkHash: 'network',
    lane: 'free',
  })
  expect(await claimTryForCharge(orm, 'here', attemptId)).toBe(true)
  expect(await claimTryForCharge(orm, 'here', attemptId)).toBe(false)
})

test('accepts a ticket once; a retry of the same payment does not count as a second use', async () => {
  const headers = { [TICKET_HEADER]: await ticketOf() }
  const [key, order, sourceId] = [randomUUID(), anOrder(), await shop.square.tokenize()]
  const first = await shop.pay({ ...order, sourceId }, { key, headers, asProgram: true })
  expect(first.status).toBe(200)
  expect(await shop.pay({ ...order, sourceId }, { key, headers, asProgram: true })).toEqual(first)

  const charges = (await shop.square.ledger()).payments.length
  const again = await shop.pay({}, { headers, asProgram: true })
  expect(again).toMatchObject({ ...CHALLENGED, body: { challenge: { work: 0 } } })
  expect(again.body.challenge?.ticket).not.toBe(headers[TICKET_HEADER])
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
  // The page takes the new ticket and continues.
  expect((await shop.pay({}, { headers })).status).toBe(200)
})

test('accepts one of ten concurrent payments with the same ticket', async () => {
  const headers = { [TICKET_HEADER]: await ticketOf() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.pay({}, { headers, asProgram: true })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 429),
  ])
})

test.each([
  ['forged', () => createCheckoutTickets('some other key', () => new Date()).issue()],
  ['expired', () => createCheckoutTickets(SECRET_KEY, () => new Date(Date.now() - 3 * 3_600_000)).issue()],
  ['made up', () => 'x'.repeat(5000)],
])('replaces a ticket that is %s and charges nothing', async (_name, make) => {
  const charges = (await shop.square.ledger()).payments.length
  const headers = { [TICKET_HEADER]: make() }
  const answer = await shop.pay({}, { headers, asProgram: true })
  expect(answer).toMatchObject({ ...CHALLENGED, body: { challenge: { work: 0 } } })
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
  expect((await shop.pay({}, { headers })).status).toBe(200)
})

test('requires a valid proof for its own ticket during a wave', async () => {
  await recordFailures(30)
  const headers = { [TICKET_HEADER]: await ticketOf() }
  const first = await shop.pay({}, { headers, asProgram: true })
  expect(first).toMatchObject(CHALLENGED)
  expect(first.body.challenge).toEqual({ ticket: headers[TICKET_HEADER], rounds: 16, work: expect.any(Number) })
  let stolen: Record<string, string> = {}
  await answerChallenges((given) => {
    stolen = given
    return shop.pay({}, { headers: given, asProgram: true })
  })
  expect(stolen['checkout-proof']).toBeDefined()
  const other = { ...stolen, [TICKET_HEADER]: await ticketOf() }
  expect(await shop.pay({}, { headers: other, asProgram: true })).toMatchObject(CHALLENGED)
  expect(await shop.pay({}, { headers: stolen, asProgram: true })).toMatchObject({
    ...CHALLENGED,
    body: { challenge: { work: 0 } },
  })
})

test('recognizes a sender who rotates through the addresses of a /48', async () => {
  for (let n = 0; n < 20; n += 1) {
    const options = { from: `2001:db8:77:${n.toString(16)}::1`, asProgram: true }
    expect((await shop.pay({ sourceId: `cnon:made-up-${randomUUID()}` }, options)).status).toBe(402)
  }
  expect(await shop.pay({}, { from: '2001:db8:77:ffff::1', asProgram: true })).toMatchObject(CHALLENGED)
  expect((await shop.pay({}, { from: '2001:db8:78::1', asProgram: true })).status).toBe(200)
})

/** Sends empty bodies until the last one is refused. */
async function useUpLimit(from: () => string): Promise<void> {
  const send = async () => (await shop.post('process-square-payment', '', { 'x-forwarded-for': from() })).status
  for (let last = 400; last !== 429; last = await send()) await Promise.all(Array.from({ length: 50 }, send))
}

test('holds back senders of thousands of empty bodies, but no buyers, not even at their addresses', async () => {
  const from = (n: number) => `192.2.0.${n % 60}`
  const statuses = await Promise.all(
    Array.from({ length: 1500 }, async (_, n) => {
      const { status } = await shop.post('process-square-payment', '', { 'x-forwarded-for': from(n) })
      return status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect((await shop.pay({}, { asProgram: true })).status).toBe(200)
  expect((await shop.quote({ items: anOrder().items })).status).toBe(200)
  const headers = { [TICKET_HEADER]: await ticketOf() }
  await useUpLimit(() => from(1))
  expect((await shop.pay({}, { from: from(1), headers, asProgram: true })).status).toBe(200)
})

test('keeps the checkout open for a buyer whose IPv6 network floods it', async () => {
  let subnets = 0
  const from = () => `2001:db8:88:${(subnets += 1).toString(16)}::1`
  const headers = { [TICKET_HEADER]: await ticketOf() }
  await useUpLimit(from)
  expect((await shop.pay({}, { from: from(), headers, asProgram: true })).status).toBe(200)
})

test('purges a try older than a day and keeps its order', async () => {
  const { body } = await shop.pay()
  await shop.rows(`update payment_tries set created_at = now() - interval '25 hours'`)
  await shop.pay()
  await drain(createRetention(database.current))
  expect(await shop.rows(`select from payment_tries where created_at < now() - interval '1 day'`)).toEqual([])
  expect(await shop.rows('select from payment_tries')).toHaveLength(1)
  expect(await shop.rows('select from orders where number = $1', [body.orderNumber])).toHaveLength(1)
})
