import { expect, test } from 'vitest'
import type { PaymentVerdict } from '#domain/money/payment-verdict.ts'
import { type CallOutcome, createWatchCall } from '#server/platform/watch-call.ts'
import { collect } from '#test/collect.ts'
import {
  type ChargeResult,
  type PaymentGateway,
  ProviderAway,
  type ProviderPayment,
  ProviderRefusal,
  type ProviderRefund,
  type RefundResult,
} from './gateway.ts'
import { watchGateway } from './watched-gateway.ts'

const payment = { id: 'p-1' } as ProviderPayment
const refund = { id: 'r-1' } as ProviderRefund
const period = { from: new Date(0), to: new Date(1) }

/** What is counted of a call to Square that ends like this, and what the caller gets. */
async function counted(
  square: Partial<PaymentGateway>,
  work: (gateway: PaymentGateway) => Promise<unknown>,
): Promise<{ calls: string[]; result: unknown }> {
  const calls: string[] = []
  const watch = createWatchCall((call, outcome: CallOutcome) => calls.push(`${call.provider} ${call.name} ${outcome}`))
  const gateway = watchGateway(square as PaymentGateway, watch)
  const result = await work(gateway).catch((error: unknown) => error)
  return { calls, result }
}

function failing(verdict: PaymentVerdict): ChargeResult {
  return { failure: { verdict } }
}

test.each<[ChargeResult, CallOutcome]>([
  [{ payment }, 'ok'],
  [failing({ kind: 'declined', shouldCheckCard: false }), 'ok'],
  [failing({ kind: 'card-again' }), 'ok'],
  [failing({ kind: 'refused' }), 'refused'],
  [failing({ kind: 'not-sent' }), 'failed'],
  [failing({ kind: 'unknown', isSuspicious: false }), 'failed'],
])('counts a charge that ends with %o as %s', async (result, outcome) => {
  const done = await counted({ charge: async () => result }, (gateway) => gateway.charge({} as never, {} as never))
  expect(done).toEqual({ calls: [`square charge ${outcome}`], result })
})

test.each<[RefundResult, CallOutcome]>([
  [{ refund }, 'ok'],
  [{ refused: 'REFUND_AMOUNT_INVALID' }, 'refused'],
  [{ unknown: true }, 'failed'],
])('counts a refund that ends with %o as %s', async (result, outcome) => {
  const done = await counted({ refund: async () => result }, (gateway) => gateway.refund({} as never))
  expect(done).toEqual({ calls: [`square refund ${outcome}`], result })
})

test.each<[string | undefined, CallOutcome]>([
  ['o-1', 'ok'],
  [undefined, 'failed'],
])('counts an itemized order %s as %s', async (result, outcome) => {
  const done = await counted({ itemise: async () => result }, (gateway) => gateway.itemise({} as never))
  expect(done).toEqual({ calls: [`square itemise ${outcome}`], result })
})

const LOOKUPS: [name: string, method: keyof PaymentGateway][] = [
  ['find_payment', 'findPayment'],
  ['find_payments_of', 'findPaymentsOf'],
  ['cancel_by_key', 'cancelByKey'],
  ['find_refund', 'findRefund'],
]

test.each(LOOKUPS)('counts %s by whether Square answered, and passes on what it said', async (name, method) => {
  const ask = (gateway: PaymentGateway) => (gateway[method] as (asked: string) => Promise<unknown>)('x')
  const found = { [method]: async (asked: string) => `found ${asked}` } as Partial<PaymentGateway>
  expect(await counted(found, ask)).toEqual({ calls: [`square ${name} ok`], result: 'found x' })
  for (const [error, outcome] of [
    [new ProviderRefusal('HTTP 400'), 'refused'],
    [new ProviderAway('HTTP 500'), 'failed'],
  ] as const) {
    const broken = { [method]: () => Promise.reject(error) } as Partial<PaymentGateway>
    expect(await counted(broken, ask)).toEqual({ calls: [`square ${name} ${outcome}`], result: error })
  }
})

test.each([
  ['list_payments', 'listPayments'],
  ['list_refunds', 'listRefunds'],
] as const)('counts %s once, however many there are', async (name, method) => {
  const listing = (ids: string[], error?: Error) => {
    const items = async function* () {
      for (const id of ids) yield { id }
      if (error) throw error
    }
    return { [method]: items } as unknown as Partial<PaymentGateway>
  }
  const read = (gateway: PaymentGateway) => collect<unknown>(gateway[method](period))
  for (const ids of [[], ['a'], ['a', 'b', 'c']])
    expect(await counted(listing(ids), read)).toEqual({
      calls: [`square ${name} ok`],
      result: ids.map((id) => ({ id })),
    })
  const away = new ProviderAway('HTTP 500')
  expect(await counted(listing([], away), read)).toEqual({ calls: [`square ${name} failed`], result: away })
})

test('loads Square’s SDK ahead of time without counting a call', async () => {
  let isLoaded = false
  const warmUp = async () => void (isLoaded = true)
  expect((await counted({ warmUp }, (gateway) => gateway.warmUp())).calls).toEqual([])
  expect(isLoaded).toBe(true)
})
