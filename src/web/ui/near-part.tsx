import {
  type ComponentType,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useIsInBrowser } from './use-is-in-browser.ts'

/** Events that show that a visitor is about to see or press more than the first screen. */
const INTENTS = ['scroll', 'pointerdown', 'keydown'] as const

type NearPartProps<Props> = {
  className?: string
  /** Needed at once, wherever it is on the page. */
  isWanted?: boolean
  part: Props
}

type Frame = RefObject<HTMLElement | null>
type InnerProps<Props> = { part: Props; frame: Frame }

/**
 * A part below the first screen. The server renders it with the page; its script is loaded when it comes into view or
 * the visitor begins to scroll or press, and until then the rendered part stays as it is.
 */
export function nearPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { promise: isNeeded, resolve } = Promise.withResolvers<void>()
  const visit = Promise.withResolvers<void>()
  const need = () => resolve()
  // An edit shows up only in what is loaded.
  if (import.meta.env.DEV) need()

  const Inner = lazy(async () => {
    if (!import.meta.env.SSR) await isNeeded
    const Part = await load().catch(() => undefined)
    // What the server rendered stays untouched: replacing it would lose a press that has just begun.
    if (!Part) await visit.promise
    return {
      default: function Loaded({ part, frame }: InnerProps<Props>) {
        // What was opened in the meantime stays open, even if the part is re-rendered.
        const [folds] = useState(() => foldsOf(frame))
        useLayoutEffect(
          () => foldsOf(frame).forEach((fold, index) => (fold.open ||= folds[index]?.open ?? false)),
          [frame, folds],
        )
        useEffect(() => pressAgain(frame), [frame])
        return Part ? <Part {...part} /> : <Rendered frame={frame} />
      },
    }
  })

  /** Shown if the page changes before the script has loaded, which can't wait any longer then. */
  function Fallback({ frame }: { frame: Frame }) {
    need()
    return <Rendered frame={frame} />
  }

  // Re-rendering would make React request the script; unchanged values are no reason for that.
  const Boundary = memo(
    (props: InnerProps<Props>) => (
      <Suspense fallback={<Fallback frame={props.frame} />}>
        <Inner {...props} />
      </Suspense>
    ),
    ({ part: before }, { part }) =>
      Object.entries(part).every(([name, value]) => Object.is(value, before[name as keyof Props])),
  )

  return function NearPart({ className, isWanted, part }: NearPartProps<Props>) {
    const frame = useRef<HTMLDivElement>(null)
    const isInBrowser = useIsInBrowser()
    // After a click on a link there is nothing rendered to keep: without a boundary, the previous page stays instead.
    const [isVisited] = useState(isInBrowser)
    if (isVisited) {
      need()
      visit.resolve()
    }

    useEffect(() => {
      const { current } = frame
      if (!current || isWanted) return need()
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) need()
      })
      observer.observe(current)
      const controller = new AbortController()
      for (const intent of INTENTS)
        addEventListener(intent, need, { passive: true, once: true, signal: controller.signal })
      return () => {
        observer.disconnect()
        controller.abort()
      }
    }, [isWanted])
    useEffect(() => (isVisited ? undefined : rememberPress(frame)), [isVisited])

    return (
      <div className={className} ref={frame}>
        {isVisited ? <Inner part={part} frame={frame} /> : <Boundary part={part} frame={frame} />}
      </div>
    )
  }
}

/** The button pressed last in a part whose script hadn't loaded; -1 once it has. */
const pressed = new WeakMap<Frame, number>()

function rememberPress(frame: Frame): () => void {
  function remember(event: Event): void {
    const index = buttonsOf(frame).findIndex((button) => event.composedPath().includes(button))
    if (index < 0 || pressed.get(frame) === -1) return
    pressed.set(frame, index)
    event.preventDefault()
    event.stopPropagation()
  }
  // Before the document's listeners, where React stops events it can't handle yet.
  addEventListener('click', remember, true)
  return () => removeEventListener('click', remember, true)
}

function pressAgain(frame: Frame): void {
  const index = pressed.get(frame) ?? -1
  pressed.set(frame, -1)
  buttonsOf(frame)[index]?.click()
}

function foldsOf({ current }: Frame): HTMLDetailsElement[] {
  return [...(current?.querySelectorAll('details') ?? [])]
}

/** Found by position, because the rendered ones may have been replaced. */
function buttonsOf({ current }: Frame): HTMLElement[] {
  return [...(current?.querySelectorAll<HTMLElement>('button[type="button"]') ?? [])]
}

/** What the server rendered, without its script; if there is nothing, it has to be loaded from the server. */
function Rendered({ frame }: { frame: Frame }) {
  const [html] = useState(() => frame.current?.innerHTML)
  useEffect(() => {
    if (!html) location.reload()
  }, [html])
  // oxlint-disable-next-line react/no-danger -- it is the page's own
  return html && <div dangerouslySetInnerHTML={{ __html: html }} />
}
