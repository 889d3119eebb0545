import type { Card, Payments } from '@square/web-payments-sdk-types'
import { type SquareConfig, squareConfig } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'
import { checkoutTicket } from './checkout-ticket.ts'
import { loadPaymentScript } from './load-payment-script.ts'

/** The container is looked for once the dialog has had time to open. */
const SETTLE_MS = 500
/** An iframe that is blocked never says so. */
const ATTACH_DEADLINE_MS = 8000
/** Below 16px, iOS zooms into a field when it gets the focus. */
const STYLE = { input: { fontSize: '16px', color: '#1a1a1a' } }

export type CardForm = { card: Card; payments: Payments; config: SquareConfig }

/** Why there is no card form, in one of the fixed texts. */
export class CardFormError extends Error {}

export type SetUpCardDeps = {
  scriptUrl: string
  findContainer: () => HTMLElement | null
  /** Aborted when the dialog closes: what was made until then is destroyed, and nothing is made after. */
  signal: AbortSignal
  send?: typeof fetch
  loadScript?: typeof loadPaymentScript
}

/**
 * Script, half a second, container, configuration, card form, attach: each step has a text of its own when it fails
 * (docs/product.md#card-form).
 */
export async function setUpCard({
  scriptUrl,
  findContainer,
  signal,
  send = fetch,
  loadScript = loadPaymentScript,
}: SetUpCardDeps): Promise<CardForm> {
  if (!window.Square) await loadScript(scriptUrl).catch(fail(MESSAGES.paymentScriptFailed))
  await pause(SETTLE_MS, signal)
  signal.throwIfAborted()
  if (!window.Square) throw new CardFormError(MESSAGES.sdkNotLoaded)
  const container = findContainer()
  if (!container) throw new CardFormError(MESSAGES.containerNotFound)
  const config = await fetchConfig(send).catch(fail(MESSAGES.configFailed))
  checkoutTicket.keep(config.ticket)
  signal.throwIfAborted()
  return attachCard(window.Square, config, container, signal)
}

async function attachCard(
  square: NonNullable<Window['Square']>,
  config: SquareConfig,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<CardForm> {
  let card: Card | undefined
  try {
    const payments = square.payments(config.applicationId, config.locationId)
    card = await payments.card({ style: STYLE })
    signal.throwIfAborted()
    await withDeadline(card.attach(container), ATTACH_DEADLINE_MS, signal)
    return { card, payments, config }
  } catch (error) {
    if (card) await destroyCard(card)
    if (signal.aborted) throw error
    throw new CardFormError(MESSAGES.paymentUnavailable, { cause: error })
  }
}

/** A form that cannot be taken down is as good as gone: its container leaves the page with it. */
export async function destroyCard(card: Pick<Card, 'destroy'>): Promise<void> {
  await card.destroy().catch(() => false)
}

async function fetchConfig(send: typeof fetch): Promise<SquareConfig> {
  const answer = await postJson(paths.squareConfig(), {}, { send })
  if (answer?.status !== 200) throw new Error(`configuration answered ${answer?.status ?? 'nothing'}`)
  return squareConfig.parse(answer.body)
}

function fail(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new CardFormError(message, { cause })
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function withDeadline<T>(work: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${milliseconds} ms`)), milliseconds)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
