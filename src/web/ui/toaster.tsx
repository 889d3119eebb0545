import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

export type ToastKind = 'success' | 'error'
type Toast = { id: number; message: string; kind: ToastKind }
type ShowToast = (message: string, kind?: ToastKind) => void

/** Spec 9. */
const MAX_VISIBLE = 3
const DURATION_MS = 4000

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast must be used within a Toaster')
})

export function useToast(): ShowToast {
  return use(ToastContext)
}

/**
 * Short messages at the foot of the window, at the head of a phone's, where no thumb and no button is. They live in a popover: that is the only layer that stays above an open
 * dialog, and it needs no style element, which our policy would refuse.
 */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const nextId = useRef(1)
  const layer = useRef<HTMLDivElement>(null)

  const dismiss = useCallback((id: number) => {
    setToasts((current) => current.filter((toast) => toast.id !== id))
  }, [])

  const show = useCallback<ShowToast>(
    (message, kind = 'success') => {
      const id = nextId.current++
      setToasts((current) => {
        // What went wrong before was said about an earlier try.
        const standing = current.filter((toast) => toast.kind !== 'error' && toast.message !== message)
        return [...standing, { id, message, kind }].slice(-MAX_VISIBLE)
      })
      setTimeout(() => dismiss(id), DURATION_MS)
      // Shown anew each time, so that it comes to lie above a dialog opened since the last one.
      layer.current?.hidePopover()
      layer.current?.showPopover()
    },
    [dismiss],
  )

  return (
    <ToastContext value={show}>
      {children}
      <div
        className="toasts pointer-events-none fixed inset-x-0 top-auto bottom-0 m-0 w-full border-0 bg-transparent p-4 sm:left-auto sm:w-96"
        ref={layer}
        popover="manual"
        role="status"
        aria-live="polite"
      >
        {toasts.map(({ id, message, kind }) => (
          <p
            className={`pointer-events-auto mt-2 flex items-start justify-between gap-4 rounded-edge px-4 py-3 text-bone shadow-lg ${kind === 'error' ? 'bg-error' : 'bg-forest'}`}
            key={id}
          >
            {message}
            <button
              className="-m-2 flex size-10 shrink-0 items-center justify-center"
              type="button"
              onClick={() => dismiss(id)}
            >
              <span className="sr-only">Dismiss</span>
              <Icon name="close" className="size-4" />
            </button>
          </p>
        ))}
      </div>
    </ToastContext>
  )
}
