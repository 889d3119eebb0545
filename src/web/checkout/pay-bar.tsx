import { useEffect, useRef } from 'react'
import { formatCents } from '#domain/money/cents.ts'
import { useIsSlow } from './use-is-slow.ts'

export type PayBarProps = { totalCents: number; isBusy: boolean; message: string }

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
      <div role="alert">{message && <p className="rounded-edge bg-error px-4 py-3 text-bone">{message}</p>}</div>
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
