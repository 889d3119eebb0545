import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

/** 'added' is a success that the cart shows by itself once it is open. */
export type ToastKind = 'success' | 'added' | 'error' | 'waiting'
type ToastAction = { label: string; run: () => void }
type Toast = { id: number; message: string; kind: ToastKind; action: ToastAction | undefined }
/** A toast with an action stays until it is dismissed: it may be the only way out. */
type ShowToast = (message: string, kind?: ToastKind, action?: ToastAction) => void
type DismissToasts = (kind: ToastKind) => void

/** docs/product.md#toasts-and-tooltips */
const MAX_VISIBLE = 3
const DURATION_MS = 4000

const ToastContext = createContext<{ show: ShowToast; dismissAll: DismissToasts }>({
  show: failOutside,
  dismissAll: failOutside,
})

function failOutside(): never {
  throw new Error('useToast must be used within a Toaster')
}

export function useToast(): ShowToast {
  return use(ToastContext).show
}

/** Shows an error about the current page. */
export function useErrorToast(message: string): void {
  const show = useToast()
  useEffect(() => show(message, 'error'), [message, show])
}

/** Dismisses outdated messages, for example the errors of a form that is sent again. */
export function useDismissToasts(): DismissToasts {
  return use(ToastContext).dismissAll
}

/**
 * Short messages at the bottom of the window; app.css positions them on a phone. They live in a popover: the only layer
 * that stays above an open dialog, and it needs no style element, which our CSP would refuse. `page` is the path of the
 * page they are shown on.
 */
export function Toaster({ page, children }: { page: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [shownOn, setShownOn] = useState(page)
  const nextId = useRef(1)
  const layer = useRef<HTMLDivElement>(null)

  // Errors of the last page are removed now, not in an effect: effects of the new page may add an error of its own.
  if (page !== shownOn) {
    setShownOn(page)
    setToasts((current) => current.filter(({ kind }) => kind !== 'error'))
  }

  const dismiss = useCallback((id: number) => {
    setToasts((current) => current.filter((toast) => toast.id !== id))
  }, [])

  const show = useCallback<ShowToast>(
    (message, kind = 'success', action?) => {
      const id = nextId.current++
      setToasts((current) => {
        // Earlier errors belong to an earlier attempt.
        const remaining = current.filter((toast) => toast.kind !== 'error' && toast.message !== message)
        return [...remaining, { id, message, kind, action }].slice(-MAX_VISIBLE)
      })
      if (!action) setTimeout(() => dismiss(id), DURATION_MS)
      // Shown anew each time, so that it comes to lie above a dialog opened since the last one.
      layer.current?.hidePopover()
      layer.current?.showPopover()
    },
    [dismiss],
  )

  const dismissAll = useCallback<DismissToasts>((kind) => {
    setToasts((current) => current.filter((toast) => toast.kind !== kind))
  }, [])

  const value = useMemo(() => ({ show, dismissAll }), [show, dismissAll])
  return (
    <ToastContext value={value}>
      {children}
      <div
        className="toasts pointer-events-none fixed inset-x-0 top-auto bottom-0 m-0 w-full border-0 bg-transparent p-4 sm:left-auto sm:w-96"
        ref={layer}
        popover="manual"
        role="status"
        aria-live="polite"
      >
        {toasts.map(({ id, message, kind, action }) => (
          <p
            className={`pointer-events-auto mt-2 flex items-start justify-between gap-4 rounded-edge px-4 py-3 text-bone shadow-lg ${kind === 'error' ? 'bg-error' : 'bg-forest'}`}
            key={id}
          >
            <span>
              {message}
              {action && (
                <button
                  className="mt-1 block py-1 font-medium underline underline-offset-4"
                  type="button"
                  onClick={() => {
                    dismiss(id)
                    action.run()
                  }}
                >
                  {action.label}
                </button>
              )}
            </span>
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
