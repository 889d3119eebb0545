import { deskPaths } from '../desk-paths.ts'
import { parsePage } from './parse-page.ts'

/** The server gives a sign of life every 20 seconds. */
const SILENCE_MS = 50_000
const CHECK_MS = 10_000

/**
 * Parts of a page that say in data-live which news concern them are drawn anew when those arrive: the page is asked for
 * again and the parts are exchanged. A hidden page holds no connection and catches up when it is looked at.
 */
export function followChanges(): void {
  if (!document.querySelector('[data-live]')) return
  let source: EventSource | undefined
  let heardAt = 0

  async function refresh(topics: readonly string[]): Promise<void> {
    try {
      await redraw(topics)
    } catch {
      // The server is away for a moment, as at every restart; the stream comes back with it and says what was missed.
    }
  }

  function close(): void {
    source?.close()
    source = undefined
  }

  /** The stream begins with what happened since the page was drawn. */
  function open(): void {
    source = new EventSource(deskPaths.live(document.body.dataset.renderedAt))
    heardAt = performance.now()
    source.addEventListener('beat', () => {
      heardAt = performance.now()
    })
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      heardAt = performance.now()
      void refresh(data.split(','))
    })
  }

  function check(): void {
    if (document.hidden || performance.now() - heardAt > SILENCE_MS) close()
    if (!document.hidden && !source) open()
  }

  check()
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  addEventListener('pagehide', close)
  addEventListener('pageshow', check)
}

async function redraw(topics: readonly string[]): Promise<void> {
  const concerned = [...document.querySelectorAll<HTMLElement>('[data-live]')].filter(
    ({ dataset, id }) =>
      id !== '' && (topics.includes('all') || dataset.live?.split(' ').some((topic) => topics.includes(topic))),
  )
  if (concerned.length === 0) return
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const fresh = parsePage(await response.text())
  if (topics.includes('all')) document.body.dataset.renderedAt = fresh.body.dataset.renderedAt
  for (const part of concerned) {
    const replacement = fresh.getElementById(part.id)
    // Nobody's words, choices or open table are taken away from under their hands.
    const isBusy = part.contains(document.activeElement) || part.querySelector('details[open], input:checked') !== null
    if (replacement && !isBusy && replacement.outerHTML !== part.outerHTML)
      part.replaceWith(document.adoptNode(replacement))
  }
}
