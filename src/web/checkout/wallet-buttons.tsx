import type { TokenResult } from '@square/web-payments-sdk-types'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Wallets } from './open-wallets.ts'

export type WalletButtonsProps = {
  wallets: Wallets | undefined
  isDisabled: boolean
  onPay: (tokenize: () => Promise<TokenResult>) => void
}

/** Above the card, for those who have one. The address is asked for here as well, so both pay for the same order. */
export function WalletButtons({ wallets, isDisabled, onPay }: WalletButtonsProps) {
  const { googlePay, applePay } = wallets ?? {}
  const google = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((wallet: NonNullable<Wallets['googlePay']>) => onPay(() => wallet.tokenize()))

  useEffect(() => {
    const place = google.current
    if (!googlePay || !place) return
    const attached = googlePay.attach(place, { buttonColor: 'black', buttonSizeMode: 'fill', buttonType: 'long' })
    // Without its button the card is still there.
    attached.catch(() => undefined)
    // The provider's own button takes the keys, and its clicks come up to here.
    const listen = () => press(googlePay)
    place.addEventListener('click', listen)
    return () => place.removeEventListener('click', listen)
  }, [googlePay])

  if (!googlePay && !applePay) return null
  return (
    <div className="mt-4 grid gap-3" inert={isDisabled}>
      {applePay && (
        <button
          className="apple-pay-button h-12 w-full"
          type="button"
          onClick={() => onPay(() => applePay.tokenize())}
          aria-label="Pay with Apple Pay"
        />
      )}
      {googlePay && <div className="h-12" ref={google} data-wallet="google-pay" />}
      <p className="flex items-center gap-4 text-fine text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or by card
      </p>
    </div>
  )
}
