import { type SubmitEvent, useRef, useState } from 'react'
import { parseState } from '#domain/orders/us-states.ts'
import { ArrivalLine } from '#web/delivery/arrival-line.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { AddressFields } from './address-fields.tsx'
import { CardArea, CardNote, StorageNote } from './card-area.tsx'
import { canStore } from './checkout-draft.ts'
import { DiscountField } from './discount-field.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayBar } from './pay-bar.tsx'
import { isProcessing, type PaymentStep } from './payment-state.ts'
import { type CheckoutFormDeps, useCheckoutForm } from './use-checkout-form.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButtons } from './wallet-buttons.tsx'

export type CheckoutFormProps = CheckoutFormDeps & { step: PaymentStep; onClose: () => void }

export function CheckoutForm({ step, onClose, ...parts }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const cardContainer = useRef<HTMLDivElement>(null)
  const tryAgainButton = useRef<HTMLButtonElement>(null)
  const [isStored] = useState(canStore)
  const { card, discount, totals, fields, ...checkout } = useCheckoutForm(parts, {
    form,
    cardContainer,
    tryAgainButton,
    onEscape: onClose,
  })
  const hosted = card.state.status === 'ready' ? card.state.form : undefined
  const wallets = useWallets(hosted, totals.totalCents)
  const isBusy = isProcessing(step)
  const isNarrow = useIsNarrow() ?? false

  const sides = [
    <form
      // Has no box of its own on a phone, where the bar below sticks to the whole sheet.
      className="max-md:contents"
      key="form"
      ref={form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void checkout.submit()
      }}
    >
      <div className="px-gutter pt-6 sm:px-8">
        <fieldset className="min-w-0" disabled={isBusy}>
          <legend>
            <h3>Contact &amp; shipping</h3>
          </legend>
          <AddressFields fields={fields} />
          <ArrivalLine className="mt-4 text-small text-soft" state={parseState(checkout.state)} />
          <div className="mt-6 border-t border-line pt-5">
            <DiscountField fields={fields} state={discount.state} error={checkout.discountError} />
          </div>
        </fieldset>
        <section className="mt-6 border-t border-line pt-5" aria-labelledby="payment-title">
          <h3 id="payment-title">Payment</h3>
          <WalletButtons wallets={wallets} isDisabled={isBusy} onPay={(wallet) => void checkout.submit(wallet)} />
          <CardArea
            state={card.state}
            container={cardContainer}
            tries={card.tries}
            tryAgainButton={tryAgainButton}
            onTryAgain={card.tryAgain}
            isNewOrder
          />
          <CardNote />
          {!isStored && <StorageNote />}
        </section>
      </div>
      <PayBar totalCents={totals.totalCents} isBusy={isBusy} message={checkout.message} />
    </form>,
    <OrderSummary
      totals={totals}
      stateIsKnown={checkout.state !== ''}
      isLocked={isBusy}
      isFolded={isNarrow}
      key="summary"
    />,
  ]
  return (
    <div className="md:grid md:grid-cols-[3fr_2fr] lg:grid-cols-[1fr_25rem]">
      {/* What is read first comes first: the total on a phone, the form on a desktop. */}
      {isNarrow ? sides.toReversed() : sides}
    </div>
  )
}
