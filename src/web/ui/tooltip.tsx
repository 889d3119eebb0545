import { type ReactNode, useId, useRef, useState } from 'react'

/** Long enough that a pointer passing over opens nothing. */
const DELAY_MS = 700

/** A term with an explanation on hover, focus or tap. Escape closes it. */
export function Tooltip({ text, className, children }: { text: string; className: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  function openLater() {
    timer.current = setTimeout(() => setIsOpen(true), DELAY_MS)
  }
  function close() {
    clearTimeout(timer.current)
    setIsOpen(false)
  }

  return (
    <span className="relative inline-block" onPointerEnter={openLater} onPointerLeave={close}>
      <button
        className={className}
        type="button"
        aria-describedby={id}
        onFocus={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {children}
      </button>
      <span
        className={`absolute top-full left-0 z-20 mt-2 w-max max-w-36 rounded-edge bg-ink px-3 py-2 text-fine text-bone sm:max-w-56 ${isOpen ? '' : 'hidden'}`}
        role="tooltip"
        id={id}
      >
        {text}
      </span>
    </span>
  )
}
