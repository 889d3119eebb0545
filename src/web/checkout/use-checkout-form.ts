import { type RefObject, useState } from 'react'
import { checkoutForm, type CheckoutForm, type Quote } from '#contract/checkout.ts'
import { parseForm } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'
import { priceOrder } from '#domain/money/pricing.ts'
import { tidyCode } from '#domain/money/typed-code.ts'
import { counted } from '#domain/time/display.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { currentCart } from '#web/cart/cart-store.ts'
import { rememberState } from '#web/delivery/remembered-state.ts'
import { useDismissToasts } from '#web/ui/toaster.tsx'
import { useRates } from '#web/ui/use-rates.ts'
import { isOffline } from './card-problem.ts'
import { type Draft, draftStore, FIELD_NAMES, type FieldName, readForm } from './checkout-draft.ts'
import { type FieldErrors, fieldErrors, isFieldName } from './field-errors.ts'
import type { FlowResult, PaymentFlow, UnpaidOrder } from './payment-flow.ts'
import { forgetCode, rememberedCode } from './remembered-code.ts'
import { toOrder, toQuoteRequest } from './to-order.ts'
import { verificationDetails } from './tokenize-card.ts'
import { useCardForm } from './use-card-form.ts'
import { useDiscount } from './use-discount.ts'
import { useQuote } from './use-quote.ts'
import { useToken } from './use-token.ts'
import type { WalletPress } from './wallet-buttons.tsx'

export type CheckoutFormDeps = {
  flow: PaymentFlow
  scriptUrl: string
  /** What is wrong, shown next to the button. Stored outside the form: a payment may end while it's not mounted. */
  message: string
  onMessage: (message: string) => void
  onResult: (result: FlowResult) => void
}

type FormElements = {
  form: RefObject<HTMLFormElement | null>
  cardContainer: RefObject<HTMLElement | null>
  tryAgainButton: RefObject<HTMLButtonElement | null>
  /** Enter or Escape was pressed inside the card form. */
  onEscape: () => void
}

/** The parts of the form that the price depends on. */
type Priced = Pick<Draft, 'email' | 'state' | 'discountCode'>

/** The form's behavior; checkout-form.tsx has its markup. */
export function useCheckoutForm(parts: CheckoutFormDeps, elements: FormElements) {
  const { form, cardContainer, tryAgainButton, onEscape } = elements
  const { flow, onResult, onMessage } = parts
  const { cart, refresh } = useCart()
  const dismissToasts = useDismissToasts()
  const [draft] = useState(openDraft)
  const [priced, setPriced] = useState<Priced>(draft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const card = useCardForm(parts.scriptUrl, cardContainer, {
    submit: () => form.current?.requestSubmit(),
    escape: onEscape,
  })
  const tokenFor = useToken({ say: onMessage, onGivenUp: card.tryAgain })
  const discount = useDiscount(cart.total, draft.discountCode)
  const { quote, refusal, fresh, replace } = useQuote(toQuoteRequest(cart.items, priced), refreshIfOutdated)
  const rates = useRates()
  const estimate = priceOrder({
    rates,
    lines: cart.items.map(({ price, quantity }) => ({ priceCents: price, quantity })),
    discount: discount.state.step === 'checked' && discount.state.ok ? discount.state.discount : undefined,
    state: priced.state,
  })
  // The server's price if it has one; until then, the same function run locally.
  const totals = quote ?? estimate

  /** The cart shows different prices than the shop charges. */
  function refreshIfOutdated({ subtotalCents }: Quote): void {
    if (subtotalCents !== currentCart().total) void refresh({ isUrgent: true })
  }

  /** Reads the form itself, because React isn't always notified of autofill. */
  function sync(): Draft {
    const values = form.current ? readForm(form.current) : draft
    draftStore.save(values)
    const { email, state, discountCode } = values
    setPriced((before) =>
      before.email === email && before.state === state && before.discountCode === discountCode
        ? before
        : { email, state, discountCode },
    )
    return values
  }

  /** Next to the button, which stays in view: a toast would only repeat it. */
  function say(text: string): undefined {
    onMessage(text)
  }

  function refuse(found: FieldErrors): undefined {
    setErrors(found)
    const names = FIELD_NAMES.filter((field) => found[field])
    const [first] = names
    if (!first) return
    onMessage(`Please check ${counted(names.length, 'field')}.`)
    focusField(form, first)
  }

  async function quoteFor(values: Draft, parsed: CheckoutForm): Promise<UnpaidOrder | undefined> {
    const outcome = await fresh(toQuoteRequest(cart.items, values))
    if (!outcome.ok) {
      if (outcome.problem) void refresh({ isUrgent: true })
      return say(!outcome.problem && isOffline() ? MESSAGES.offlineUnpaid : outcome.message)
    }
    const { discountError, totalCents } = outcome.quote
    if (discountError) return refuse({ discountCode: discountError })
    // The charged total is the one on screen when the button was pressed.
    if (totalCents > totals.totalCents) return say(MESSAGES.pricesChanged)
    return toOrder(cart.items, parsed, totalCents)
  }

  /** In addition to the error itself: where it can be fixed, and the new total. */
  function showFailure(failure: Extract<FlowResult, { kind: 'failed' }>): void {
    const { problem, field, quote: newQuote } = failure
    if (field && isFieldName(field)) refuse({ [field]: failure.message })
    else onMessage(failure.message)
    // The new total doesn't include it, and the next press is for the new total.
    if (problem === 'code') {
      setField(form, 'discountCode', '')
      forgetCode()
      discount.edit()
    }
    const values = sync()
    if (newQuote) replace(toQuoteRequest(cart.items, values), { ...newQuote, discountError: null })
    if (problem === 'changed' || problem === 'gone') void refresh({ isUrgent: true })
  }

  /** `wallet` pays with that instead of the card in the form. */
  async function submit(wallet?: WalletPress): Promise<void> {
    onMessage('')
    dismissToasts('error')
    const values = sync()
    const parsed = parseForm(checkoutForm, values)
    if (!parsed.ok) return refuse(parsed.errors)
    setErrors({})
    if (card.state.status !== 'ready') {
      tryAgainButton.current?.focus()
      return say(MESSAGES.cardNotReady)
    }
    const { card: hosted } = card.state.form
    const result = await flow.start({
      quote: () => quoteFor(values, parsed.value),
      tokenize: ({ expectedTotalCents = 0 }) =>
        tokenFor(
          wallet ?? {
            name: 'your bank',
            tokenize: () => hosted.tokenize(verificationDetails(parsed.value, expectedTotalCents)),
          },
        ),
    })
    onResult(result)
    // Last, because it knows the field, which shows the message instead.
    if (result.kind === 'failed') showFailure(result)
  }

  /** A field is validated on blur if something was typed in it; an untouched one only on Pay. */
  function leave(name: FieldName): void {
    if (name === 'discountCode') setField(form, name, tidyCode)
    const values = sync()
    if (name === 'discountCode') discount.check(values.discountCode)
    if (values[name].trim() !== '') setErrors((before) => withError(before, name, fieldErrors(values)[name]))
  }

  /** Only stored: the price is fetched when the field loses focus. A selected state takes effect right away. */
  function edit(name: FieldName): void {
    onMessage('')
    if (name === 'state') return chooseState()
    if (form.current) draftStore.save(readForm(form.current))
    if (name !== 'discountCode') return
    forgetCode()
    discount.edit()
    setErrors((before) => withError(before, name, undefined))
    setPriced((before) => ({ ...before, discountCode: '' }))
  }

  function chooseState(): void {
    leave('state')
    rememberState(sync().state)
  }

  return {
    card,
    discount,
    totals,
    state: priced.state,
    discountError: errors.discountCode ?? quote?.discountError ?? undefined,
    message: parts.message || refusal,
    fields: { draft, errors, onEdit: edit, onLeave: leave },
    submit,
  }
}

function withError(errors: FieldErrors, name: FieldName, error: string | undefined): FieldErrors {
  const next = { ...errors }
  if (error) next[name] = error
  else delete next[name]
  return next
}

function focusField(form: RefObject<HTMLFormElement | null>, name: FieldName): void {
  // After React has rendered the field's error and re-enabled the field.
  setTimeout(() => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  })
}

/** What was typed before; a code from a link or the newsletter comes first until it's replaced. */
function openDraft(): Draft {
  const draft = draftStore.load()
  return { ...draft, discountCode: rememberedCode() || draft.discountCode }
}

function setField(
  form: RefObject<HTMLFormElement | null>,
  name: FieldName,
  to: '' | ((typed: string) => string),
): void {
  const field = form.current?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = to && to(field.value)
}
