import { deskPaths } from '../desk-paths.ts'
import { PARTS_HEADER, RENDERED_AT_HEADER } from '../live-parts.ts'
import { badgeText, type BadgeSection } from '../navigation.ts'
import { parsePage } from './trusted-types.ts'
import { isDirty } from './unsaved-changes.ts'

/** The server sends a heartbeat every 20 seconds. */
const SILENCE_MS = 50_000
const CHECK_MS = 10_000

/** Changes within this time are fetched together, which limits the work for a busy shop's open desks. */
const PAUSE_MS = 1000
/** The alert banner belongs to the frame, which is only sent with whole pages. */
const IN_FRAME = 'alert-banner'
/** No topic: something costly that was out of view may have come into view. */
const SCROLLED = 'scrolled'

/**
 * Keeps page parts that list their topics in data-live up to date: when something changes, those parts are fetched
 * again and replaced; the numbers in the navigation are fetched separately. A hidden page has no connection and catches
 * up when it becomes visible.
 */
export function followChanges(): void {
  const waiting = new Set<string>()
  /** Costly parts that changed out of view. They are fetched once they come into view. */
  const unseen = new Set<string>()
  let isFetching = false
  let source: EventSource | undefined
  let heardAt = 0

  async function refresh(topics: readonly string[]): Promise<void> {
    for (const topic of topics) waiting.add(topic)
    if (isFetching) return
    isFetching = true
    while (waiting.size > 0) {
      const changed = [...waiting]
      waiting.clear()
      // If the server is down, as during every restart, the stream reconnects and reports what was missed.
      await Promise.allSettled([refreshParts(changed, unseen), refreshBadges(changed)])
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    isFetching = false
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

  document.addEventListener('scroll', () => unseen.size > 0 && void refresh([SCROLLED]), { passive: true })
  check()
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  addEventListener('pagehide', close)
  addEventListener('pageshow', check)
}

const BADGES_OF: Record<BadgeSection, string> = { orders: 'orders', reviews: 'reviews', money: 'alerts' }

async function refreshBadges(topics: readonly string[]): Promise<void> {
  if (!topics.includes('all') && !Object.values(BADGES_OF).some((topic) => topics.includes(topic))) return
  const response = await fetch(deskPaths.badges(), { headers: { accept: 'application/json' } })
  if (!response.ok) return
  const counts = (await response.json()) as Partial<Record<string, number>>
  for (const badge of document.querySelectorAll<HTMLElement>('[data-badge]')) {
    const count = counts[badge.dataset.badge ?? ''] ?? 0
    badge.hidden = count === 0
    if (badge.firstElementChild) badge.firstElementChild.textContent = badgeText(count)
  }
}

async function refreshParts(topics: readonly string[], unseen: Set<string>): Promise<void> {
  const changed = [...document.querySelectorAll<HTMLElement>('[data-live]')].filter(
    ({ dataset, id }) =>
      id !== '' &&
      (unseen.has(id) || topics.includes('all') || dataset.live?.split(' ').some((topic) => topics.includes(topic))),
  )
  const outdated = changed.filter((part) => !('costly' in part.dataset) || isInView(part))
  unseen.clear()
  for (const part of changed) if (!outdated.includes(part)) unseen.add(part.id)
  if (outdated.length === 0) return
  const ids = outdated.map(({ id }) => id)
  const isWhole = ids.includes(IN_FRAME)
  const response = await fetch(location.href, {
    headers: { accept: 'text/html', ...(!isWhole && { [PARTS_HEADER]: ids.join(',') }) },
  })
  if (!response.ok) return
  const fresh = parsePage(await response.text())
  if (topics.includes('all'))
    document.body.dataset.renderedAt = response.headers.get(RENDERED_AT_HEADER) ?? document.body.dataset.renderedAt
  for (const part of outdated) {
    const replacement = fresh.getElementById(part.id)
    if (replacement && !isInUse(part) && replacement.outerHTML !== part.outerHTML)
      part.replaceWith(document.adoptNode(replacement))
  }
}

function isInView(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Never replaces a part that the user is typing in, has selections in or has expanded. A chart's point is neither. */
function isInUse(part: HTMLElement): boolean {
  return (
    part.contains(document.activeElement) ||
    part.querySelector('details[open], input:checked:not([data-look-only])') !== null ||
    Array.from(part.querySelectorAll('form')).some(isDirty)
  )
}
