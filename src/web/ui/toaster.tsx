import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { HEADER_BAR } from '#web/frame/sticky-header.ts'
import { Icon } from './icon.tsx'

/** 'added' is a success that the open cart shows anyway. */
export type ToastKind = 'success' | 'added' | 'error' | 'waiting'
type ToastAction = { label: string; run: () => void }
type ToastOptions = {
  /** A toast with an action stays until it is dismissed: it may be the only way out. */
  action?: ToastAction
  /** Shown instead of the message, which it contains. */
  content?: ReactNode
}
type Toast = ToastOptions & { id: number; message: string; kind: ToastKind }
type ShowToast = (message: string, kind?: ToastKind, options?: ToastOptions) => void
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

/**
 * For news, and for errors that have no place of their own on the screen. A form shows its errors itself, until they're
 * corrected.
 */
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
 * Short messages that hang from the header; toasts.css keeps them off what must stay in view. They live in a popover:
 * the only layer that stays above an open dialog, and it needs no style element, which our CSP would refuse. `page` is
 * the path of the page they are shown on.
 */
export function Toaster({ page, children }: { page: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [shownOn, setShownOn] = useState(page)
  const [isHeld, setIsHeld] = useState(false)
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

  const show = useCallback<ShowToast>((message, kind = 'success', options = {}) => {
    const id = nextId.current++
    setToasts((current) => {
      // Earlier errors belong to an earlier attempt.
      const remaining = current.filter((toast) => toast.kind !== 'error' && toast.message !== message)
      return [...remaining, { id, message, kind, ...options }].slice(-MAX_VISIBLE)
    })
    // Shown again each time, to be above a dialog opened since the last one.
    layer.current?.hidePopover()
    layer.current?.showPopover()
  }, [])

  const dismissAll = useCallback<DismissToasts>((kind) => {
    setToasts((current) => current.filter((toast) => toast.kind !== kind))
  }, [])

  useHangingFromHeader(layer, toasts.length > 0)
  const isEmpty = toasts.length === 0
  // No event is sent when the element under the pointer is removed.
  if (isEmpty && isHeld) setIsHeld(false)

  const value = useMemo(() => ({ show, dismissAll }), [show, dismissAll])
  return (
    <ToastContext value={value}>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notices that it is used */}
      <div
        className="toasts"
        ref={layer}
        popover="manual"
        role="status"
        aria-live="polite"
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
          currentTarget.contains(relatedTarget) || setIsHeld(false)
        }
      >
        {toasts.map((toast) => (
          <ToastBox toast={toast} isHeld={isHeld} onDismiss={dismiss} key={toast.id} />
        ))}
      </div>
    </ToastContext>
  )
}

type ToastBoxProps = { toast: Toast; isHeld: boolean; onDismiss: (id: number) => void }

/** Its timer is paused while it is touched or focused. */
function ToastBox({ toast: { id, message, kind, action, content }, isHeld, onDismiss }: ToastBoxProps) {
  const stays = isHeld || action !== undefined
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => onDismiss(id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, onDismiss, stays])

  if (content) return <div className="toast toast-paper">{content}</div>
  return (
    <div className={`toast ${kind === 'error' ? 'bg-error' : 'bg-forest'}`}>
      <p>
        {message}
        {action && (
          <button
            className="mt-1 block py-1 font-medium underline underline-offset-4"
            type="button"
            onClick={() => {
              onDismiss(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </p>
      <button
        className="-m-2 flex size-10 shrink-0 items-center justify-center"
        type="button"
        onClick={() => onDismiss(id)}
      >
        <span className="sr-only">Dismiss</span>
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}

/** The layer isn't part of the page, so the header's lower edge is measured while there are messages. */
function useHangingFromHeader(layer: { current: HTMLElement | null }, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    function hang() {
      const bar = document.getElementById(HEADER_BAR)
      if (!bar) return
      // Leaves room for the header even while it's hidden, because it returns when scrolling up.
      const edge = Math.max(bar.getBoundingClientRect().bottom, bar.offsetHeight)
      layer.current?.style.setProperty('--header-edge', `${edge}px`)
    }
    hang()
    addEventListener('scroll', hang, { passive: true })
    return () => removeEventListener('scroll', hang)
  }, [isShown, layer])
}
