import { useEffect, useRef, useState } from 'react'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { rememberCode } from '#web/checkout/remembered-code.ts'

/** The code of a signup, to copy or apply, so that it doesn't have to be typed. */
export function SignupCode({ code }: { code: string }) {
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The form may be at the very bottom of the window.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setSaid('Copied.')
    } catch {
      setSaid('Press and hold the code to copy it.')
    }
  }

  function apply() {
    rememberCode(code)
    setSaid('Done. We’ll apply it at checkout.')
  }

  return (
    <div className="mt-1 border border-edge bg-paper p-4 text-left text-ink" ref={box}>
      <p>
        Your code: <strong className="font-medium tracking-[0.06em] whitespace-nowrap select-all">{code}</strong>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-5">
        <button className="min-h-11" type="button" onClick={apply}>
          <span className="underlined">Apply at checkout</span>
        </button>
        <button className="min-h-11" type="button" onClick={() => void copy()}>
          <span className="underlined">Copy</span>
          <span className="sr-only"> the code</span>
        </button>
      </p>
      <p className="min-h-[1.55em] text-soft" role="status">
        {said || `10% off your first order. We’ve emailed it to you, too. ${PART_MESSAGES.discountNote}`}
      </p>
    </div>
  )
}
