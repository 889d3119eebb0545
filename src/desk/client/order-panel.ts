import { deskPaths } from '../desk-paths.ts'
import { PARTS_HEADER } from '../live-parts.ts'
import { parsePage } from './trusted-types.ts'

/** Narrower windows show the order as a separate page. */
const HAS_ROOM = '(width >= 75rem)'
const PANEL = 'order-panel'
const ORDER = /^\/admin\/orders\/([0-9a-f-]{36})$/

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
    history.pushState(undefined, '', address)
    void show()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || document.querySelector('dialog[open]') || openId() === undefined) return
    document.querySelector<HTMLAnchorElement>(`#${PANEL} .order-way a`)?.click()
  })
  addEventListener('popstate', () => void show())
  // An updated list may have been requested before this order was opened.
  const list = document.querySelector('.orders-list')
  if (list) new MutationObserver(mark).observe(list, { childList: true, subtree: true })
}

function openId(): string | undefined {
  return new URL(location.href).searchParams.get('open') ?? undefined
}

/** Makes the panel match the address; the list stays in place. */
async function show(): Promise<void> {
  const id = openId()
  const panel = document.getElementById(PANEL)
  const closed = panel?.dataset.open
  if (!panel) return
  if (id === undefined) {
    panel.replaceChildren()
    delete panel.dataset.open
    mark()
    if (closed) rowLink(closed)?.focus({ preventScroll: true })
    return
  }
  const response = await fetch(location.href, { headers: { accept: 'text/html', [PARTS_HEADER]: PANEL } })
  const fresh = response.ok ? parsePage(await response.text()).getElementById(PANEL) : null
  if (openId() !== id) return
  if (!fresh) {
    location.assign(deskPaths.order(id))
    return
  }
  panel.replaceWith(document.adoptNode(fresh))
  mark()
  fresh.querySelector('h1')?.setAttribute('tabindex', '-1')
  fresh.querySelector('h1')?.focus({ preventScroll: true })
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
