import type { AccountFinding } from '#domain/money/account-check.ts'
import type { Balance } from '#domain/money/money-balance.ts'
import type { DifferenceKind } from '#domain/money/money-difference.ts'
import type { StuckQueue } from '#domain/money/stuck-queues.ts'

export type Difference = {
  kind: DifferenceKind
  /** Provider id of a payment or refund, or our id of an order or refund. */
  subject: string
  order: { id: string; number: string } | undefined
  shopCents: number | undefined
  providerCents: number | undefined
  at: Date
  detail: string
  /** Set once an operator has explained it. */
  explanation: { note: string; actor: string } | undefined
}

export type MoneyReport = Balance & {
  /** Payments and refunds still being settled; not part of any total. */
  underWay: number
  differences: Difference[]
}

/** A dead letter that needs a decision by the owner. */
export type StuckItem = {
  queue: StuckQueue
  id: string
  title: string
  /** Provider id of the payment or refund, or an order number. */
  about: string
  since: Date
  attempts: number
  lastError: string | null
  /** A refund is owed until it is paid out; only webhook events can be closed. */
  mayClose: boolean
}

export type NightlyCheck = {
  day: string
  startedAt: Date
  finishedAt: Date | null
  attempts: number
  nextAttemptAt: Date
  lastError: string | null
  differenceCount: number | null
  summary: unknown
}

/** What Square said about the account, and when. */
export type AccountCheck = { checkedAt: Date; findings: AccountFinding[] }

export type AccountState = {
  /** The emulator runs on this machine, in place of either of the others. */
  environment: 'sandbox' | 'production' | 'emulator'
  check: AccountCheck | undefined
  lastWebhookAt: Date | undefined
}
