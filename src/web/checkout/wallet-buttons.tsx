import type { TokenResult } from '@square/web-payments-sdk-types'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Wallets } from './open-wallets.ts'

export type WalletButtonsProps = {
  wallets: Wallets | undefined
  isDisabled: boolean
  onPay: (wallet: WalletPress) => void
}

export type WalletPress = { name: string; tokenize: () => Promise<TokenResult> }

/**
 * Above the card, for those who have a wallet. The address is required here as well, so both pay for the same order.
 */
export function WalletButtons({ wallets, isDisabled, onPay }: WalletButtonsProps) {
  const { googlePay, applePay } = wallets ?? {}
  const google = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<typeof googlePay>()
  const press = useEffectEvent((wallet: NonNullable<Wallets['googlePay']>) =>
    onPay({ name: 'Google Pay', tokenize: () => wallet.tokenize() }),
  )

  useEffect(() => {
    const place = google.current
    if (!googlePay || !place) return
    const attached = googlePay.attach(place, { buttonColor: 'black', buttonSizeMode: 'fill', buttonType: 'long' })
    // Without its button, no space is left for it; there is still the card form.
    attached.catch(() => setRefused(googlePay))
    // The provider's own button handles keys, and its clicks bubble up to here.
    const listen = () => press(googlePay)
    place.addEventListener('click', listen)
    return () => place.removeEventListener('click', listen)
  }, [googlePay])

  const hasGooglePay = googlePay !== undefined && refused !== googlePay
  if (!hasGooglePay && !applePay) return null
  return (
    <div className="mt-4 grid gap-3" inert={isDisabled}>
      {applePay && (
        <button
          className="apple-pay-button h-12 w-full"
          type="button"
          onClick={() => onPay({ name: 'Apple Pay', tokenize: () => applePay.tokenize() })}
          aria-label="Pay with Apple Pay"
        />
      )}
      {hasGooglePay && <div className="h-12" ref={google} data-wallet="google-pay" />}
      <p className="flex items-center gap-4 text-fine text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or by card
      </p>
    </div>
  )
}
