import type { Card, Payments } from '@square/web-payments-sdk-types'
import { type SquareConfig, squareConfig } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'
import type { CardProblem } from './card-problem.ts'
import { checkoutTicket } from './checkout-ticket.ts'
import { DeadlineError, withDeadline } from './deadline.ts'
import { loadPaymentScript } from './load-payment-script.ts'

/** Looks for the container once the dialog has had time to open. */
const SETTLE_MS = 500
const CONFIG_DEADLINE_MS = 15_000
/** A blocked iframe doesn't report it; one that loads takes ten seconds on slow 3G. */
const ATTACH_DEADLINE_MS = 20_000
/** The next form waits for it, and has its own container in any case. */
const DESTROY_DEADLINE_MS = 2000
/** Below 16px, iOS zooms into a field when it gets the focus. */
const STYLE = { input: { fontSize: '16px', color: '#1a1a1a' } }

export type CardForm = { card: Card; payments: Payments; config: SquareConfig }

/** Why there is no card form: one of the fixed texts, and its likely cause. */
export class CardFormError extends Error {
  readonly problem: CardProblem

  constructor(message: string, problem: CardProblem, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

export type SetUpCardDeps = {
  scriptUrl: string
  findContainer: () => HTMLElement | null
  /** Aborted when the dialog closes: anything created is destroyed, and nothing else is created. */
  signal: AbortSignal
  send?: typeof fetch
  loadScript?: typeof loadPaymentScript
}

/**
 * Script, half a second, container, configuration, card form, attach: each step has a deadline, and its own message
 * when it fails (docs/product.md#card-form).
 */
export async function setUpCard({
  scriptUrl,
  findContainer,
  signal,
  send = fetch,
  loadScript = loadPaymentScript,
}: SetUpCardDeps): Promise<CardForm> {
  if (!window.Square) await untilAborted(loadScript(scriptUrl), signal).catch(scriptFailed)
  await pause(SETTLE_MS, signal)
  signal.throwIfAborted()
  // Blockers replace it with an empty script.
  if (!window.Square) throw new CardFormError(MESSAGES.sdkNotLoaded, 'blocked')
  const container = findContainer()
  if (!container) {
    // A closing dialog is removed from the page a moment before it aborts.
    await pause(SETTLE_MS, signal)
    signal.throwIfAborted()
    throw new CardFormError(MESSAGES.containerNotFound, 'refused')
  }
  const config = await fetchConfig(send)
  checkoutTicket.keep(config.ticket)
  signal.throwIfAborted()
  return attachCard(window.Square, config, container, signal)
}

function scriptFailed(cause: unknown): never {
  const problem = cause instanceof DeadlineError ? 'stalled' : 'blocked'
  throw new CardFormError(MESSAGES.paymentScriptFailed, problem, cause)
}

async function attachCard(
  square: NonNullable<Window['Square']>,
  config: SquareConfig,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<CardForm> {
  let making: Promise<Card> | undefined
  try {
    const payments = square.payments(config.applicationId, config.locationId)
    making = payments.card({ style: STYLE })
    const attached = making.then(async (card) => {
      signal.throwIfAborted()
      await card.attach(container)
      return card
    })
    return { card: await withDeadline(attached, ATTACH_DEADLINE_MS, signal), payments, config }
  } catch (error) {
    // A form that opens after its deadline is closed, too.
    const destroyed = making?.then(destroyCard, () => undefined)
    if (destroyed) await withDeadline(destroyed, DESTROY_DEADLINE_MS).catch(() => undefined)
    if (signal.aborted) throw error
    const problem = error instanceof DeadlineError ? 'blocked' : 'refused'
    throw new CardFormError(MESSAGES.paymentUnavailable, problem, error)
  }
}

/** If a form can't be closed, it doesn't matter: its container is removed with it. */
export async function destroyCard(card: Pick<Card, 'destroy'>): Promise<void> {
  await withDeadline(card.destroy(), DESTROY_DEADLINE_MS).catch(() => false)
}

async function fetchConfig(send: typeof fetch): Promise<SquareConfig> {
  const answer = await postJson(paths.squareConfig(), {}, { timeoutMs: CONFIG_DEADLINE_MS, send })
  const config = squareConfig.safeParse(answer?.status === 200 ? answer.body : undefined)
  if (config.success) return config.data
  throw new CardFormError(MESSAGES.configFailed, 'shop', new Error(`answered ${answer?.status ?? 'nothing'}`))
}

/** A script that isn't awaited anymore keeps loading, for the next time the form opens. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
