import type { PaymentProblem, Quote } from '#contract/checkout.ts'

/**
 * The state of a checkout. `asking` and `pending` lock the Pay button: in both, money may have moved, and only the shop
 * knows.
 */
export type PaymentStep = 'idle' | 'quoting' | 'tokenizing' | 'paying' | 'asking' | 'pending' | 'paid' | 'failed'

export type PaidOrder = { number: string; path: string }

/** The outcome of a try to pay. */
export type PaymentOutcome =
  | { kind: 'paid'; order: PaidOrder }
  /** The shop has the order and doesn't know the outcome yet. */
  | { kind: 'pending' }
  /** Definitely not charged. `isFinal` if the shop has decided this checkout, and wasn't just too busy. */
  | { kind: 'failed'; message: string; isFinal: boolean; problem?: PaymentProblem; field?: string; quote?: Quote }
  /** Nothing ever arrived under this id. */
  | { kind: 'none' }
  /** No response, or none that can be parsed: it may or may not have been charged. */
  | { kind: 'unknown' }

export type PaymentState = {
  /**
   * Created with the dialog and kept across retries and reloads; the shop charges once for it, even if requests are
   * repeated.
   */
  checkoutId: string
  step: PaymentStep
  order?: PaidOrder
}

export type PaymentEvent =
  | { type: 'pressed' }
  | { type: 'quoted' }
  | { type: 'tokenized' }
  /** Nothing was sent: a field is invalid, the total changed, or the card form refused. */
  | { type: 'stopped' }
  /** A page that was left or reloaded while paying is restored. */
  | { type: 'resumed' }
  | { type: 'settled'; outcome: PaymentOutcome; nextId: string }
  /** The order page is shown; the next purchase is a new checkout. */
  | { type: 'restarted'; nextId: string }

export function reducePayment(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'pressed':
      return canPay(state.step) ? { ...state, step: 'quoting' } : state
    case 'quoted':
      return state.step === 'quoting' ? { ...state, step: 'tokenizing' } : state
    case 'tokenized':
      return state.step === 'tokenizing' ? { ...state, step: 'paying' } : state
    case 'stopped':
      return state.step === 'quoting' || state.step === 'tokenizing' ? { ...state, step: 'failed' } : state
    case 'resumed':
      return state.step === 'idle' ? { ...state, step: 'asking' } : state
    case 'settled':
      return isSent(state.step) ? settle(state, event.outcome, event.nextId) : state
    case 'restarted':
      return state.step === 'paid' ? { checkoutId: event.nextId, step: 'idle' } : state
  }
}

function settle(state: PaymentState, outcome: PaymentOutcome, nextId: string): PaymentState {
  switch (outcome.kind) {
    case 'paid':
      return { ...state, step: 'paid', order: outcome.order }
    case 'pending':
      return { ...state, step: 'pending' }
    case 'unknown':
      // Asked once in the open dialog; after that the shopper may close it, and we keep asking.
      return { ...state, step: state.step === 'paying' ? 'asking' : 'pending' }
    case 'none':
      // The same id again: if the first request still arrives, the shop recognizes it as the same.
      return { ...state, step: 'failed' }
    case 'failed':
      return { checkoutId: outcome.isFinal ? nextId : state.checkoutId, step: 'failed' }
  }
}

export function canPay(step: PaymentStep): boolean {
  return step === 'idle' || step === 'failed'
}

/** From the press to the response, nothing may close the dialog, leave the page or change the order. */
export function isProcessing(step: PaymentStep): boolean {
  return step === 'quoting' || step === 'tokenizing' || step === 'paying' || step === 'asking'
}

/** A payment request is in flight or its outcome is unknown. */
export function isSent(step: PaymentStep): boolean {
  return step === 'paying' || step === 'asking' || step === 'pending'
}
