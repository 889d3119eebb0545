import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Fault, FaultSwitch } from '#emulators/square/faults.ts'
import type { Delivery, Order, Payment, Refund } from '#emulators/square/objects.ts'
import type { SquareEmulatorOptions } from '#emulators/square/options.ts'
import { startSquareEmulator } from '#emulators/square/start-square-emulator.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

export type EmulatorLedger = {
  payments: Payment[]
  refunds: Refund[]
  orders: Order[]
  webhooks: Delivery[]
  /** Captured payments per reference_id, for assertions: never more than one. */
  captures: Record<string, number>
  capturedCents: Record<string, number>
  refundedCents: Record<string, number>
}

export type EmulatorOptions = Partial<SquareEmulatorOptions>

export type TypedCard = { number?: string; expMonth?: number; expYear?: number; cvv?: string; postalCode?: string }

export type FaultOptions = { count?: number; path?: string; method?: string; delayMs?: number }

/** Without `autocomplete` it is approved, but not captured. */
type ForeignCharge = { reference: string; amountCents: number; autocomplete?: boolean }

export const EMULATOR_CREDENTIALS = {
  accessToken: 'emulator-access-token',
  applicationId: 'sandbox-sq0idb-emulator',
  locationId: 'LEMULATOR0001',
}

/** A Square emulator on a free port with its own ledger, which is deleted by close(). */
export async function startTestEmulator(options: EmulatorOptions = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'square-'))
  const settings: SquareEmulatorOptions = {
    port: await freePort(),
    ledgerFile: path.join(folder, 'ledger.jsonl'),
    ...EMULATOR_CREDENTIALS,
    shopOrigins: ['http://localhost:3000'],
    webhook: undefined,
    ...options,
  }
  let emulator = await startSquareEmulator(settings)
  const { address } = emulator

  async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${settings.accessToken}`, 'content-type': 'application/json' }
    const response = await fetch(address + url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  /** The card form's result for these values: a token, or the whole result if there is none. */
  async function tokenize(card: TypedCard = {}, verification?: unknown): Promise<string> {
    const typed = {
      number: '4111111111111111',
      expMonth: 12,
      expYear: 2035,
      cvv: '111',
      postalCode: '84101',
      ...card,
    }
    const result = (await ask('POST', '/v1/tokens', {
      applicationId: settings.applicationId,
      card: typed,
      verification,
    })) as { token?: string }
    if (!result.token) throw new Error(`no token: ${JSON.stringify(result)}`)
    return result.token
  }

  return {
    address,
    ledgerFile: settings.ledgerFile,
    setFault: (fault: Fault, { count = 1, ...rest }: FaultOptions = {}) =>
      ask('POST', '/emulator/faults', { fault, count, ...rest }),
    clearFaults: () => ask('DELETE', '/emulator/faults'),
    /** Faults with requests left to hit: the count tells how often something was requested. */
    faults: async () => ((await ask('GET', '/emulator/faults')) as { faults: FaultSwitch[] }).faults,
    advance: (ms: number) => ask('POST', '/emulator/clock', { advanceMs: ms }),
    ledger: async () => (await ask('GET', '/emulator/ledger')) as EmulatorLedger,
    tokenize,
    /** A payment that the shop didn't make, although it may refer to one of its orders. */
    async charge({ reference, amountCents, autocomplete = true }: ForeignCharge): Promise<Payment> {
      const { payment } = (await ask('POST', '/v2/payments', {
        source_id: await tokenize(),
        idempotency_key: randomUUID(),
        amount_money: { amount: amountCents, currency: 'USD' },
        reference_id: reference,
        autocomplete,
      })) as { payment: Payment }
      return payment
    },
    /** Restarts it on the same port with the same ledger, as after a crash. */
    async restart(): Promise<void> {
      await emulator.close()
      emulator = await startSquareEmulator(settings)
      // This process's pool still has connections to the old one; each fails once before it is dropped.
      await eventually(() =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    },
    async close(): Promise<void> {
      await emulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestEmulator = Awaited<ReturnType<typeof startTestEmulator>>
