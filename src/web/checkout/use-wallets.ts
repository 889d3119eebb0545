import type { ApplePay, GooglePay, PaymentRequest } from '@square/web-payments-sdk-types'
import { useEffect, useRef, useState } from 'react'
import type { CardForm } from './set-up-card.ts'
import { decimal } from './tokenize-card.ts'

export type Wallets = { googlePay: GooglePay | undefined; applePay: ApplePay | undefined }

const NONE: Wallets = { googlePay: undefined, applePay: undefined }

/** The wallets that this browser can use, where the shop offers them. One that cannot be used is not shown at all. */
export function useWallets(form: CardForm | undefined, totalCents: number): Wallets {
  const [wallets, setWallets] = useState(NONE)
  const request = useRef<PaymentRequest>(undefined)

  useEffect(() => {
    if (!form?.config.hasWallets) return
    const { payments } = form
    const made = payments.paymentRequest({ countryCode: 'US', currencyCode: 'USD', total: toLine(0) })
    request.current = made
    const opened = Promise.all([
      payments.googlePay(made).catch(() => undefined),
      payments.applePay(made).catch(() => undefined),
    ])
    let isWanted = true
    void opened.then(([googlePay, applePay]) => {
      if (isWanted) setWallets({ googlePay, applePay })
    })
    return () => {
      isWanted = false
      request.current = undefined
      setWallets(NONE)
      void opened.then((found) => Promise.all(found.map((wallet) => wallet?.destroy().catch(() => false))))
    }
  }, [form])

  useEffect(() => {
    request.current?.update({ total: toLine(totalCents) })
  }, [form, totalCents])

  return wallets
}

function toLine(cents: number) {
  return { amount: decimal(cents), label: 'Bloomera' }
}
