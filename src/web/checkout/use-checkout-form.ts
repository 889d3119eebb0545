import type { TokenResult } from '@square/web-payments-sdk-types'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { checkoutForm, type CheckoutForm, type QuoteRequest } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { priceOrder } from '#domain/pricing.ts'
import { useCart } from '#web/cart/cart-provider.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { type Draft, draftStore, FIELD_NAMES, type FieldName, readForm } from './checkout-draft.ts'
import { type FieldErrors, fieldErrors, isFieldName } from './field-errors.ts'
import type { FlowResult, PaymentFlow, UnpaidOrder } from './payment-flow.ts'
import { toOrder, toQuoteRequest } from './to-order.ts'
import { readToken, verificationDetails } from './tokenize-card.ts'
import { useCardForm } from './use-card-form.ts'
import { useDiscount } from './use-discount.ts'
import { useQuote } from './use-quote.ts'

export type CheckoutFormParts = {
  flow: PaymentFlow
  scriptUrl: string
  /** What became of the last try, when the form was not there to say it. */
  notice: string
  onResult: (result: FlowResult) => void
}

/** As much of the form as the price depends on. */
type Priced = Pick<Draft, 'email' | 'state' | 'discountCode'>

/** Everything the form does; checkout-form.tsx is what it looks like. */
export function useCheckoutForm({ flow, scriptUrl, notice, onResult }: CheckoutFormParts) {
  const { cart, refresh } = useCart()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(draftStore.load)
  const [priced, setPriced] = useState<Priced>(draft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState(notice)
  const card = useCardForm(scriptUrl)
  const discount = useDiscount(cart.total, draft.discountCode)
  const quotes = useQuote(toQuoteRequest(cart.items, priced))
  const quote = quotes.outcome?.ok ? quotes.outcome.quote : undefined
  const estimate = priceOrder({
    lines: cart.items.map(({ price, quantity }) => ({ priceCents: price, quantity })),
    discount: discount.state.step === 'checked' && discount.state.ok ? discount.state.discount : undefined,
    state: priced.state,
  })
  // The shop's word where it has spoken; the same function meanwhile.
  const totals = quote ?? estimate

  const isOutdated = quote && quote.subtotalCents !== cart.total
  useEffect(() => {
    if (isOutdated) void refresh({ isUrgent: true })
  }, [isOutdated, quote, refresh])

  /** Reads the form itself: what a browser fills in does not always reach React. */
  function sync(element: HTMLFormElement): Draft {
    const values = readForm(element)
    draftStore.save(values)
    const { email, state, discountCode } = values
    setPriced((before) =>
      before.email === email && before.state === state && before.discountCode === discountCode
        ? before
        : { email, state, discountCode },
    )
    return values
  }

  function say(text: string): undefined {
    setMessage(text)
    toast(text, 'error')
  }

  function refuse(found: FieldErrors): undefined {
    setErrors(found)
    const name = FIELD_NAMES.find((field) => found[field])
    if (!name) return
    say(found[name] ?? '')
    focusField(form, name)
  }

  async function quoteFor(values: Draft, parsed: CheckoutForm): Promise<UnpaidOrder | undefined> {
    const outcome = await quotes.fresh(toQuoteRequest(cart.items, values))
    if (!outcome.ok) {
      if (outcome.isRefused) void refresh({ isUrgent: true })
      return say(outcome.message)
    }
    const { discountError, totalCents } = outcome.quote
    if (discountError) return refuse({ discountCode: discountError })
    // Whatever is charged was on the screen when the button was pressed.
    if (totalCents > totals.totalCents) return say(MESSAGES.pricesChanged)
    return toOrder(cart.items, parsed, totalCents)
  }

  async function tokenFor(tokenize: () => Promise<TokenResult>): Promise<string | undefined> {
    const result = await readToken(tokenize)
    if (result.ok) return result.token
    return result.isCancelled ? undefined : say(result.message)
  }

  function handleFailure({ message: text, problem, field, quote: newQuote }: Extract<FlowResult, { kind: 'failed' }>) {
    setMessage(text)
    if (field && isFieldName(field)) {
      setErrors({ [field]: text })
      focusField(form, field)
    }
    if (!form.current) return
    // The new total is without it, and the next press is for the new total.
    if (problem === 'code') clearField(form.current, 'discountCode')
    const wanted: QuoteRequest = toQuoteRequest(cart.items, sync(form.current))
    if (newQuote) quotes.replace(wanted, newQuote)
    if (problem === 'changed' || problem === 'gone') void refresh({ isUrgent: true })
  }

  /** `wallet` pays with something else than the card in the form. */
  function submit(wallet?: () => Promise<TokenResult>): void {
    if (!form.current) return
    setMessage('')
    const values = sync(form.current)
    const found = fieldErrors(values)
    setErrors(found)
    const parsed = checkoutForm.safeParse(values)
    if (!parsed.success) return refuse(found)
    if (card.state.status !== 'ready') return say(MESSAGES.cardNotReady)
    const { card: hosted } = card.state.form
    void flow
      .start({
        quote: () => quoteFor(values, parsed.data),
        tokenize: ({ expectedTotalCents = 0 }) =>
          tokenFor(wallet ?? (() => hosted.tokenize(verificationDetails(parsed.data, expectedTotalCents)))),
      })
      .then((result) => {
        if (result.kind === 'failed') handleFailure(result)
        if (result.kind === 'none') setMessage(MESSAGES.paymentFailed)
        if (result.kind === 'elsewhere') setMessage(MESSAGES.payingElsewhere)
        onResult(result)
      })
  }

  /** What was typed is judged when it is left; a field that was only passed by is left in peace until Pay. */
  function leave(name: string, element: HTMLFormElement): void {
    const values = sync(element)
    if (name === 'discountCode') discount.check(values.discountCode)
    if (!isFieldName(name) || values[name].trim() === '') return
    setErrors(({ [name]: _, ...others }) => {
      const error = fieldErrors(values)[name]
      return error ? { ...others, [name]: error } : others
    })
  }

  /** Only noted: the price is asked for when the field is left. A chosen state is final at once. */
  function edit(name: string, element: HTMLFormElement): void {
    if (name === 'state') return leave(name, element)
    draftStore.save(readForm(element))
    if (name !== 'discountCode') return
    discount.edit()
    setErrors(({ discountCode: _, ...others }) => others)
    setPriced((before) => ({ ...before, discountCode: '' }))
  }

  const refusal = quotes.outcome && !quotes.outcome.ok && quotes.outcome.isRefused ? quotes.outcome.message : ''
  return {
    form,
    draft,
    card,
    discount,
    totals,
    stateIsKnown: priced.state !== '',
    discountError: errors.discountCode ?? quote?.discountError ?? undefined,
    errors,
    message: message || refusal,
    submit,
    leave,
    edit,
  }
}

function focusField(form: RefObject<HTMLFormElement | null>, name: FieldName): void {
  // After React has drawn the error that the field points to, and has enabled the field again.
  setTimeout(() => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  })
}

function clearField(form: HTMLFormElement, name: FieldName): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = ''
}
