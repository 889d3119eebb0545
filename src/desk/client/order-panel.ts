import { deskPaths } from '../desk-paths.ts'
import { PARTS_HEADER } from '../live-parts.ts'
import { parsePage } from './trusted-types.ts'
import { askToLeave, isDirty } from './unsaved-changes.ts'

/** Narrower windows show the order as a separate page. */
const HAS_ROOM = '(width >= 75rem)'
const PANEL = 'order-panel'
const ORDER = /^\/admin\/orders\/([0-9a-f-]{36})$/
const PROBLEM = 'panel-problem'
const NO_CONNECTION = 'The order couldn’t be opened. Check your connection and try again.'

/** The address that the panel matches. */
let shown = location.href
/** Counts what was asked for: a late answer must not replace a newer one. */
let asked = 0

/**
 * Opens an order next to the list, at the list's address plus `open`. The links point to the order's page, and go there
 * without this script, in a narrow window, or in a new tab.
 */
export function openBesideList(): void {
  document.addEventListener('click', (event) => {
    // The question about unsaved changes comes first.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !matchMedia(HAS_ROOM).matches || !link.closest(`[data-order], #${PANEL} .order-way`)) return
    const id = ORDER.exec(link.pathname)?.[1]
    if (id === undefined && !link.closest(`#${PANEL}`)) return
    event.preventDefault()
    const address = new URL(location.href)
    if (id === undefined) address.searchParams.delete('open')
    else address.searchParams.set('open', id)
    void show(address.href)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || document.querySelector('dialog[open]') || openId() === undefined) return
    document.querySelector<HTMLAnchorElement>(`#${PANEL} .order-way a`)?.click()
  })
  addEventListener('popstate', followHistory)
  // An updated list may have been requested before this order was opened.
  const list = document.querySelector('.orders-list')
  if (list) new MutationObserver(mark).observe(list, { childList: true, subtree: true })
}

function openId(address = location.href): string | undefined {
  return new URL(address).searchParams.get('open') ?? undefined
}

/** Back and Forward have changed the address already; what was typed in the panel is lost only after asking. */
function followHistory(): void {
  asked += 1
  const panel = document.getElementById(PANEL)
  if (!panel || panel.dataset.open === openId()) return
  const isTyped = Array.from(panel.querySelectorAll('form')).some(isDirty)
  if (isTyped) askToLeave(() => void show(location.href), keepAddress)
  else void show(location.href)
}

/** Of the order that is still shown. */
function keepAddress(): void {
  if (location.href !== shown) history.pushState(undefined, '', shown)
}

/** Makes the panel match the address, and the other way around; the list stays in place. */
async function show(address: string): Promise<void> {
  asked += 1
  const turn = asked
  const id = openId(address)
  const fresh = id === undefined ? undefined : await fetchPanel(address)
  const panel = document.getElementById(PANEL)
  if (!panel || turn !== asked) return
  if (fresh === 'offline') {
    say(panel, NO_CONNECTION)
    keepAddress()
    return
  }
  if (id !== undefined && !fresh) {
    location.assign(deskPaths.order(id))
    return
  }
  clearProblem()
  const closed = panel.dataset.open
  if (location.href !== address) history.pushState(undefined, '', address)
  shown = address
  if (!fresh) {
    panel.replaceChildren()
    delete panel.dataset.open
    mark()
    if (closed) rowLink(closed)?.focus({ preventScroll: true })
    return
  }
  panel.replaceWith(document.adoptNode(fresh))
  mark()
  fresh.querySelector('h1')?.setAttribute('tabindex', '-1')
  fresh.querySelector('h1')?.focus({ preventScroll: true })
}

/** Null if there is none, for example because the session ended. */
async function fetchPanel(address: string): Promise<HTMLElement | null | 'offline'> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html', [PARTS_HEADER]: PANEL } })
    return response.ok ? parsePage(await response.text()).getElementById(PANEL) : null
  } catch {
    return 'offline'
  }
}

/** Where messages about forms appear, below one that may still offer Undo. */
function say(panel: HTMLElement, text: string): void {
  clearProblem()
  const message = document.createElement('p')
  message.id = PROBLEM
  message.className = 'flash flash-problem'
  message.setAttribute('role', 'alert')
  message.textContent = text
  let place = document.querySelector('.flash-place')
  if (!place) {
    place = document.createElement('div')
    place.className = 'flash-place'
    panel.closest('main')?.prepend(place)
  }
  place.append(message)
}

function clearProblem(): void {
  const message = document.getElementById(PROBLEM)
  const place = message?.parentElement
  message?.remove()
  if (place?.childElementCount === 0) place.remove()
}

function rowLink(id: string): HTMLAnchorElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-order] .order-number a')
  return [...links].find(({ pathname }) => pathname === deskPaths.order(id))
}

/** The row of the open order. */
function mark(): void {
  const id = openId()
  for (const link of document.querySelectorAll('[data-order] a[aria-current]')) link.removeAttribute('aria-current')
  if (id !== undefined) rowLink(id)?.setAttribute('aria-current', 'true')
}
