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
/** The page that answers a form replaces this one, unless it is a download. */
const ANSWER_MS = 5000
/** The alert banner belongs to the frame, which is only sent with whole pages. */
const IN_FRAME = 'alert-banner'
/** No topic: a part that had to wait may be free, or in view, by now. */
const FREED = 'freed'

/**
 * Keeps page parts that list their topics in data-live up to date: when something changes, those parts are fetched
 * again and replaced; the numbers in the navigation are fetched separately. A hidden page has no connection and catches
 * up when it becomes visible.
 */
export function followChanges(): void {
  const waiting = new Set<string>()
  /** Parts that changed while they were in use, and costly ones out of view. They are fetched once that has ended. */
  const late = new Set<string>()
  let isFetching = false
  let source: EventSource | undefined
  let heardAt = 0
  let sentAt = -ANSWER_MS

  async function refresh(topics: readonly string[]): Promise<void> {
    for (const topic of topics) waiting.add(topic)
    if (isFetching) return
    isFetching = true
    while (waiting.size > 0) {
      const changed = [...waiting]
      waiting.clear()
      // If the server is down, as during every restart, the stream reconnects and reports what was missed.
      await Promise.allSettled([refreshParts(changed, late), refreshBadges(changed)])
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

  // Afterward, when the focus has moved and a box is ticked or not.
  const isAnswered = () => performance.now() - sentAt >= ANSWER_MS
  const catchUp = () => late.size > 0 && isAnswered() && setTimeout(() => void refresh([FREED]))
  for (const moved of ['scroll', 'focusout', 'click']) document.addEventListener(moved, catchUp, { passive: true })
  // That of a dialog doesn't bubble.
  document.addEventListener('close', catchUp, { capture: true })
  addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) sentAt = performance.now()
  })
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

async function refreshParts(topics: readonly string[], late: Set<string>): Promise<void> {
  const changed = [...document.querySelectorAll<HTMLElement>('[data-live]')].filter(
    ({ dataset, id }) =>
      id !== '' &&
      (late.has(id) || topics.includes('all') || dataset.live?.split(' ').some((topic) => topics.includes(topic))),
  )
  late.clear()
  for (const part of changed) late.add(part.id)
  const outdated = changed.filter((part) => (!('costly' in part.dataset) || isInView(part)) && !isInUse(part))
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
    if (isInUse(part) || (replacement && openOrder(replacement) !== openOrder(part))) continue
    late.delete(part.id)
    if (replacement && textOf(replacement) !== textOf(part)) replace(part, replacement)
  }
}

/** Tabs stay where they were scrolled to. */
function replace(part: HTMLElement, replacement: HTMLElement): void {
  const { scrollLeft } = part
  part.replaceWith(document.adoptNode(replacement))
  replacement.scrollLeft = scrollLeft
}

/** Of a part of the panel beside the list. After Back, the address is that of another order until the panel follows. */
function openOrder(part: HTMLElement): string | undefined {
  return part.closest<HTMLElement>('[data-open]')?.dataset.open
}

/** Its forms have another idempotency key each time they are rendered, which is no change. */
function textOf({ outerHTML }: HTMLElement): string {
  return outerHTML.replaceAll(/(name="formKey" value=")[^"]*/g, '$1')
}

function isInView(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * Parts that belong together change together: a button must not send another form than the one it was shown for. Nor
 * must the answer to an open question.
 */
function isInUse(part: HTMLElement): boolean {
  const other = document.getElementById(part.dataset.liveWith ?? '')
  return document.querySelector('dialog[open]') !== null || isBusy(part) || (other !== null && isBusy(other))
}

/** What is expanded or selected by the user: a chart's point is neither, nor is what the server expanded. */
const IN_USE = 'details[open]:not([data-sent-open]), input:checked:not([checked], [data-look-only])'

/** Never replaces a part that the user is typing in, has selections in or has expanded. */
function isBusy(part: HTMLElement): boolean {
  return (
    part.contains(document.activeElement) ||
    part.querySelector(IN_USE) !== null ||
    Array.from(part.querySelectorAll('form')).some(isDirty)
  )
}
