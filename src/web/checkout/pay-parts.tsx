import { useEffect, useRef } from 'react'
import { useIsSlow } from './use-is-slow.ts'

/** What went wrong, next to the button. */
export function PayProblem({ message }: { message: string }) {
  return <div role="alert">{message && <p className="rounded-edge bg-error px-4 py-3 text-bone">{message}</p>}</div>
}

export function PayButton({ label, isBusy, className }: { label: string; isBusy: boolean; className: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)

  useEffect(() => {
    // A disabled button loses focus; give it back to keyboard users.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])

  return (
    <button className={`button min-h-13 py-4 ${className}`} type="submit" disabled={isBusy} ref={button}>
      {isBusy ? 'Processing Payment...' : label}
    </button>
  )
}

/** Below the button, once a payment takes long. */
export function PayPatience({ isBusy }: { isBusy: boolean }) {
  const isSlow = useIsSlow(isBusy)
  return (
    <p className="text-center text-fine text-soft" role="status">
      {isSlow && 'Still working, please stay on this page'}
    </p>
  )
}
