import type { PaymentRequest } from '#contract/checkout.ts'
import type { draftStore } from './checkout-draft.ts'
import { waitBeforeAsking } from './pay-order.ts'
import {
  canPay,
  isSent,
  type PaymentEvent,
  type PaymentOutcome,
  type PaymentState,
  reducePayment,
} from './payment-state.ts'

export type UnpaidOrder = Omit<PaymentRequest, 'sourceId'>

/** What happens before anything is sent. Each returns undefined if it stops there, after showing why. */
export type PaymentAttempt = {
  quote: () => Promise<UnpaidOrder | undefined>
  tokenize: (order: UnpaidOrder) => Promise<string | undefined>
}

export type PaymentFlowDeps = {
  store: Pick<typeof draftStore, 'checkoutId' | 'keepCheckoutId' | 'setUnsettled' | 'forget'>
  pay: (request: PaymentRequest, checkoutId: string) => Promise<PaymentOutcome>
  ask: (checkoutId: string) => Promise<PaymentOutcome>
  wait: (milliseconds: number) => Promise<void>
  /** Runs in one tab at a time, or not at all. */
  lock: <T>(run: () => Promise<T>) => Promise<T | undefined>
  newId: () => string
}

/** The definite end of a try, or why there was none. 'broken' means an error on this page before anything was sent. */
export type FlowResult =
  | PaymentOutcome
  | { kind: 'stopped' }
  | { kind: 'busy' }
  | { kind: 'elsewhere' }
  | { kind: 'broken'; cause: unknown }

export type PaymentFlow = ReturnType<typeof createPaymentFlow>

/**
 * Drives a payment through its states. It outlives the dialog, so that closing it never loses track of a payment; what
 * must outlive the page is in the store.
 */
export function createPaymentFlow({ store, pay, ask, wait, lock, newId }: PaymentFlowDeps) {
  let state: PaymentState = { checkoutId: store.checkoutId(), step: 'idle' }
  /** The card token of a try that never arrived: it can be used again for the same order. */
  let unused: { order: string; token: string } | undefined
  const listeners = new Set<() => void>()
  store.keepCheckoutId(state.checkoutId)

  function emit(event: PaymentEvent): void {
    state = reducePayment(state, event)
    for (const listener of listeners) listener()
  }

  function settle(outcome: PaymentOutcome): void {
    emit({ type: 'settled', outcome, nextId: newId() })
    if (isSent(state.step)) return
    store.setUnsettled(null)
    store.keepCheckoutId(state.checkoutId)
    if (outcome.kind === 'paid') store.forget()
    if (outcome.kind !== 'none') unused = undefined
  }

  /** Asks until the shop knows; the first time at once. */
  async function follow(outcome: PaymentOutcome): Promise<PaymentOutcome> {
    let latest = outcome
    settle(latest)
    for (let times = 0; isSent(state.step); times += 1) {
      if (state.step === 'pending') await wait(waitBeforeAsking(times))
      latest = await ask(state.checkoutId).catch(toUnknown)
      settle(latest)
    }
    return latest
  }

  async function attemptPayment({ quote, tokenize }: PaymentAttempt): Promise<FlowResult> {
    const order = await quote()
    if (!order) return stop()
    emit({ type: 'quoted' })
    const key = JSON.stringify(order)
    const token = unused?.order === key ? unused.token : await tokenize(order)
    if (!token) return stop()
    unused = { order: key, token }
    emit({ type: 'tokenized' })
    store.setUnsettled(state.checkoutId)
    // An error on the way says nothing about the money, so ask the shop.
    return follow(await pay({ ...order, sourceId: token }, state.checkoutId).catch(toUnknown))
  }

  function stop(): FlowResult {
    emit({ type: 'stopped' })
    return { kind: 'stopped' }
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Ends when the outcome is definite. Presses in the meantime are ignored. */
    async start(attempt: PaymentAttempt): Promise<FlowResult> {
      if (!canPay(state.step)) return { kind: 'busy' }
      emit({ type: 'pressed' })
      try {
        const result = await lock(() => attemptPayment(attempt))
        if (result) return result
        stop()
        return { kind: 'elsewhere' }
      } catch (cause) {
        // Sending doesn't throw; without this, the button would stay disabled forever.
        stop()
        return { kind: 'broken', cause }
      }
    },
    /** For a page that's restored while a payment is in progress. */
    async resume(): Promise<FlowResult> {
      if (state.step !== 'idle') return { kind: 'busy' }
      emit({ type: 'resumed' })
      return follow(await ask(state.checkoutId).catch(toUnknown))
    },
    restart(): void {
      emit({ type: 'restarted', nextId: newId() })
      store.keepCheckoutId(state.checkoutId)
    },
  }
}

function toUnknown(): PaymentOutcome {
  return { kind: 'unknown' }
}
