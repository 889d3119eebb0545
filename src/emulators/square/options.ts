import type { Hono } from 'hono'

/** The emulator's delays. All in milliseconds of its own clock, which tests can advance. */
export type Timing = {
  /** A new payment is missing from ListPayments for this long; the real one promises "several seconds". */
  listLagMs: number
  /** A refund stays PENDING for this long. */
  refundMs: number
  /** A bank payment stays PENDING for this long. */
  bankMs: number
  /** Between a change and the first delivery of its webhook. */
  webhookDelayMs: number
  /** How long the shop may take to respond to a webhook. Real time. */
  webhookTimeoutMs: number
  /** Delays before each retry of a webhook whose response wasn't 2xx; after the last one it is dropped. */
  webhookRetryMs: number[]
  /** How long a slow charge takes. Real time. */
  slowMs: number
}

/** The real schedule is 1, 2, 4 … 60 minutes and then hours; here a minute is a second. */
const DEFAULT_TIMING: Timing = {
  listLagMs: 2000,
  refundMs: 1500,
  bankMs: 3000,
  webhookDelayMs: 100,
  webhookTimeoutMs: 10_000,
  webhookRetryMs: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 120_000, 240_000, 480_000, 480_000],
  slowMs: 6000,
}

export type WebhookTarget = { url: string; signatureKey: string }

export type SquareEmulatorOptions = {
  host?: string
  port: number
  ledgerFile: string
  accessToken: string
  applicationId: string
  locationId: string
  /** Origins of the pages that may frame the card form, such as http://localhost:3000. */
  shopOrigins: string[]
  webhook: WebhookTarget | undefined
  /** The location's currency; the shop needs USD. */
  currency?: string
  /** Real browsers offer Apple Pay on few machines; here it's only offered on request. */
  hasApplePay?: boolean
  timing?: Partial<Timing>
  /** Other services on the same port, by path: development has one process for all of them. */
  beside?: Readonly<Record<string, Hono>>
}

export type Settings = Required<Omit<SquareEmulatorOptions, 'timing'>> & { timing: Timing }

export function toSettings({
  timing,
  host = '127.0.0.1',
  hasApplePay = false,
  currency = 'USD',
  beside = {},
  ...rest
}: SquareEmulatorOptions): Settings {
  return { ...rest, host, hasApplePay, currency, beside, timing: { ...DEFAULT_TIMING, ...timing } }
}
