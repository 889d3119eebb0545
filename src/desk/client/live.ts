import { deskPaths } from '../desk-paths.ts'
import { parsePage } from './trusted-types.ts'
import { isDirty } from './unsaved-changes.ts'

/** The server sends a heartbeat every 20 seconds. */
const SILENCE_MS = 50_000
const CHECK_MS = 10_000

/**
 * Keeps parts of a page up to date that list their topics in data-live: on a change the page is fetched again and the
 * parts are replaced. A hidden page holds no connection and catches up when it becomes visible.
 */
export function followChanges(): void {
  if (!document.querySelector('[data-live]')) return
  let source: EventSource | undefined
  let heardAt = 0

  async function refresh(topics: readonly string[]): Promise<void> {
    try {
      await refreshParts(topics)
    } catch {
      // The server is away, as at every restart; the stream reconnects and reports what was missed.
    }
  }

  function close(): void {
    source?.close()
    source = undefined
  }

  /** The stream starts with what changed since the page was rendered. */
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

async function refreshParts(topics: readonly string[]): Promise<void> {
  const outdated = [...document.querySelectorAll<HTMLElement>('[data-live]')].filter(
    ({ dataset, id }) =>
      id !== '' && (topics.includes('all') || dataset.live?.split(' ').some((topic) => topics.includes(topic))),
  )
  if (outdated.length === 0) return
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const fresh = parsePage(await response.text())
  if (topics.includes('all')) document.body.dataset.renderedAt = fresh.body.dataset.renderedAt
  for (const part of outdated) {
    const replacement = fresh.getElementById(part.id)
    // Never replaces a part that the user is typing in, has selections in or has expanded.
    const isBusy =
      part.contains(document.activeElement) ||
      part.querySelector('details[open], input:checked') !== null ||
      Array.from(part.querySelectorAll('form')).some(isDirty)
    if (replacement && !isBusy && replacement.outerHTML !== part.outerHTML)
      part.replaceWith(document.adoptNode(replacement))
  }
}
