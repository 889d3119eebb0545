import type { AccountFinding } from '#domain/money/account-check.ts'
import type { Balance } from '#domain/money/money-balance.ts'
import type { DifferenceKind } from '#domain/money/money-difference.ts'
import type { StuckQueue } from '#domain/money/stuck-queues.ts'

export type Difference = {
  kind: DifferenceKind
  /** The provider's payment or refund, or our order's or refund's id. */
  subject: string
  order: { id: string; number: string } | undefined
  shopCents: number | undefined
  providerCents: number | undefined
  at: Date
  detail: string
  /** Somebody has looked into it. */
  explanation: { note: string; actor: string } | undefined
}

export type MoneyReport = Balance & {
  /** Payments and refunds that are still being brought together; they are in none of the sums. */
  underWay: number
  differences: Difference[]
}

/** Something that was tried so often that only the owner can say what happens to it. */
export type StuckItem = {
  queue: StuckQueue
  id: string
  title: string
  /** The payment or refund at the provider, or an order number. */
  about: string
  since: Date
  attempts: number
  lastError: string | null
  /** A refund is owed until it has gone back; only a message can be closed. */
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
  /** The emulator is on this machine and stands in for either of the others. */
  environment: 'sandbox' | 'production' | 'emulator'
  check: AccountCheck | undefined
  lastWebhookAt: Date | undefined
}
