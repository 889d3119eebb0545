import { openLedgerFile } from './ledger-file.ts'
import type { Delivery, Order, Payment, Refund, StoredAnswer, Subscription, Token } from './objects.ts'

/** Every change is stored as the whole new object, so rereading the file from the start gives the same state. */
export type Entry =
  | { kind: 'token'; token: Token }
  | { kind: 'payment'; payment: Payment }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'order'; order: Order }
  | { kind: 'answer'; answer: StoredAnswer }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'unsubscribed'; id: string }
  | { kind: 'clock'; offsetMs: number }

export type Books = {
  tokens: Map<string, Token>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  orders: Map<string, Order>
  answers: Map<string, StoredAnswer>
  deliveries: Map<string, Delivery>
  subscriptions: Map<string, Subscription>
  clockOffsetMs: number
  /** Stores all of the entries or, if the process dies in the middle, none. */
  write(entries: Entry[]): void
  close(): void
}

export function answerName(scope: string, key: string): string {
  return `${scope} ${key}`
}

export function openBooks(ledgerFile: string): Books {
  const file = openLedgerFile(ledgerFile)
  const books: Books = {
    tokens: new Map(),
    payments: new Map(),
    refunds: new Map(),
    orders: new Map(),
    answers: new Map(),
    deliveries: new Map(),
    subscriptions: new Map(),
    clockOffsetMs: 0,
    write(entries) {
      if (entries.length === 0) return
      file.append(entries)
      for (const entry of entries) take(books, entry)
    },
    close: () => file.close(),
  }
  // Only this emulator writes the file.
  for (const line of file.lines as Entry[][]) for (const entry of line) take(books, entry)
  return books
}

function take(books: Books, entry: Entry): void {
  switch (entry.kind) {
    case 'token':
      books.tokens.set(entry.token.id, entry.token)
      break
    case 'payment':
      books.payments.set(entry.payment.id, entry.payment)
      break
    case 'refund':
      books.refunds.set(entry.refund.id, entry.refund)
      break
    case 'order':
      books.orders.set(entry.order.id, entry.order)
      break
    case 'answer':
      books.answers.set(answerName(entry.answer.scope, entry.answer.key), entry.answer)
      break
    case 'delivery':
      books.deliveries.set(entry.delivery.id, entry.delivery)
      break
    case 'subscription':
      books.subscriptions.set(entry.subscription.id, entry.subscription)
      break
    case 'unsubscribed':
      books.subscriptions.delete(entry.id)
      break
    case 'clock':
      books.clockOffsetMs = entry.offsetMs
      break
  }
}
