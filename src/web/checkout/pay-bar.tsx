import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCents } from '#domain/money.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

export type PayBarProps = { totalCents: number; isBusy: boolean; message: string }

const SLOW_MS = 5000

/** The last word before paying: what went wrong, what it costs, and the one button. Stays in view on a phone. */
export function PayBar({ totalCents, isBusy, message }: PayBarProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isSlow = useIsSlow(isBusy)
  const wasBusy = useRef(false)

  useEffect(() => {
    // A button that was disabled has lost the focus; whoever works by keyboard is put back where they were.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])

  return (
    <div className="pay-bar">
      <div role="alert">
        {message && <p className="border-l-2 border-error bg-bone px-3 py-2 text-small text-error">{message}</p>}
      </div>
      <div className="flex items-center gap-4">
        <p className="leading-tight">
          <span className="block text-fine text-soft">Total</span>
          <b className="text-[1.3rem] font-medium tabular-nums">{formatCents(totalCents)}</b>
        </p>
        <button className="button min-h-13 flex-1 py-4" type="submit" disabled={isBusy} ref={button}>
          {isBusy ? 'Processing Payment...' : 'PAY NOW'}
        </button>
      </div>
      <p className="text-center text-fine text-soft" role="status">
        {isSlow && 'Still working, please stay on this page'}
      </p>
    </div>
  )
}

/** True once it has been going on for a while. */
function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isBusy])
  return isSlow
}

/** Where the card number goes and where not. */
export function CardNote() {
  return (
    <p className="mt-2 flex items-start gap-2 text-fine text-soft">
      <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
      <span>
        Your card goes straight to Square, who takes the payment. We never see or keep the number.{' '}
        <Link
          className="underline underline-offset-2 hover:text-ink"
          to={paths.policy('shipping-returns')}
          target="_blank"
        >
          Shipping &amp; returns
        </Link>
        {', '}
        <Link
          className="underline underline-offset-2 hover:text-ink"
          to={paths.policy('privacy-policy')}
          target="_blank"
        >
          privacy
        </Link>
        .
      </span>
    </p>
  )
}
