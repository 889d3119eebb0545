import type { Card } from '@square/web-payments-sdk-types'
import { type FocusEvent, type SubmitEvent, useEffect } from 'react'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { AddressFields } from './address-fields.tsx'
import { CardArea } from './card-area.tsx'
import { DiscountField } from './discount-field.tsx'
import { OrderSummary } from './order-summary.tsx'
import { CardNote, PayBar } from './pay-bar.tsx'
import { isProcessing, type PaymentStep } from './payment-state.ts'
import { type CheckoutFormParts, useCheckoutForm } from './use-checkout-form.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButtons } from './wallet-buttons.tsx'

export type CheckoutFormProps = CheckoutFormParts & { step: PaymentStep; onClose: () => void }

export function CheckoutForm({ step, onClose, ...parts }: CheckoutFormProps) {
  const checkout = useCheckoutForm(parts)
  const { card, totals } = checkout
  const hosted = card.state.status === 'ready' ? card.state.form : undefined
  const wallets = useWallets(hosted, totals.totalCents)
  const isBusy = isProcessing({ checkoutId: '', step })
  const isNarrow = useIsNarrow() ?? false
  useCardKeys(hosted?.card, checkout.form, onClose)

  const summary = (
    <OrderSummary
      totals={totals}
      stateIsKnown={checkout.stateIsKnown}
      isLocked={isBusy}
      isFolded={isNarrow}
      key="summary"
    />
  )
  const form = (
    <form
      className="px-gutter pt-6 sm:px-8"
      key="form"
      ref={checkout.form}
      noValidate
      onBlur={({ target, currentTarget }: FocusEvent<HTMLFormElement>) => checkout.leave(nameOf(target), currentTarget)}
      onInput={({ target, currentTarget }) => checkout.edit(nameOf(target), currentTarget)}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        checkout.submit()
      }}
    >
      <fieldset className="min-w-0" disabled={isBusy}>
        <legend>
          <h3>Contact &amp; shipping</h3>
        </legend>
        <AddressFields draft={checkout.draft} errors={checkout.errors} />
        <div className="mt-6 border-t border-line pt-5">
          <DiscountField
            defaultValue={checkout.draft.discountCode}
            state={checkout.discount.state}
            error={checkout.discountError}
          />
        </div>
      </fieldset>
      <section className="mt-6 border-t border-line pt-5" aria-labelledby="payment-title">
        <h3 id="payment-title">Payment</h3>
        <WalletButtons wallets={wallets} isDisabled={isBusy} onPay={checkout.submit} />
        <CardArea {...card} onTryAgain={card.tryAgain} />
        <CardNote />
      </section>
      <PayBar totalCents={totals.totalCents} isBusy={isBusy} message={checkout.message} />
    </form>
  )
  return (
    <div className="md:grid md:grid-cols-[1fr_minmax(20rem,25rem)] md:items-start">
      {/* What is read first comes first: the sum on a phone, the form on a desk. */}
      {isNarrow ? [summary, form] : [form, summary]}
    </div>
  )
}

function nameOf(target: EventTarget): string {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : ''
}

/** Keys pressed inside the provider's iframe never reach this page; it tells us of the two that matter. */
function useCardKeys(card: Card | undefined, form: { current: HTMLFormElement | null }, onClose: () => void): void {
  useEffect(() => {
    if (!card) return
    const submit = () => form.current?.requestSubmit()
    card.addEventListener('submit', submit)
    card.addEventListener('escape', onClose)
    return () => {
      card.removeEventListener('submit', submit)
      card.removeEventListener('escape', onClose)
    }
  }, [card, form, onClose])
}
