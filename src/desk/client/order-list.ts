/** Turned off for this browser; single keys disturb dictation (WCAG 2.1.4). */
const KEYS_OFF = 'desk-order-keys-off'

/** Opens the next order, unlike packing from the list. */
const PACK_OPEN_ORDER = '#order-panel .next-step form[action$="/pack"] button'

const HELP: readonly (readonly [keys: string, text: string])[] = [
  ['J, K', 'next and previous order'],
  ['X', 'select the order'],
  ['Shift X', 'select all between this one and the last one selected'],
  ['Enter', 'open the order'],
  ['P', 'mark the selected orders, or the open one, as packed'],
  ['S', 'add tracking to the selected orders'],
  ['B', 'go to the buttons for the selected orders'],
  ['/', 'search'],
  ['?', 'this help'],
]

let anchor: HTMLInputElement | undefined
/** From when a key has sent a form until the next page is shown. */
let isSending = false

/** Selecting many orders at once, the count, and keys. Listens on the document, as the list is replaced when it changes. */
export function workOnOrders(): void {
  for (const control of document.querySelectorAll<HTMLElement>('[data-select-all], [data-select-page], [data-keys]'))
    control.hidden = false
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.matches('[data-select-page]')) tickAll(target.checked)
    update()
  })
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    if (target.closest('[data-select-all]')) {
      tickAll(ticked().length < boxes().length)
      update()
    }
    if (target.closest('[data-key-help]')) showHelp()
    if (target instanceof HTMLInputElement && boxes().includes(target)) {
      if (event.shiftKey) tickBetween(target, target.checked)
      anchor = target
      update()
    }
  })
  document.addEventListener('keydown', onKey)
  // A page from the back-forward cache, or restored by the browser, has boxes ticked.
  addEventListener('pageshow', () => {
    isSending = false
    update()
  })
  new MutationObserver(showControls).observe(document.querySelector('[data-orders]') ?? document.body, {
    childList: true,
    subtree: true,
  })
  update()
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('[data-order] input[name=id]')]
}

function ticked(): HTMLInputElement[] {
  return boxes().filter(({ checked }) => checked)
}

function tickAll(checked: boolean): void {
  for (const box of boxes()) box.checked = checked
}

function tickBetween(box: HTMLInputElement, checked: boolean): void {
  const all = boxes()
  const [from, to] = [all.indexOf(anchor ?? box), all.indexOf(box)].toSorted((one, other) => one - other)
  for (const between of all.slice(Math.max(from ?? 0, 0), (to ?? 0) + 1)) between.checked = checked
}

/** A refreshed list comes with its box hidden again. */
function showControls(): void {
  const box = document.querySelector<HTMLElement>('[data-select-page]')
  if (!box?.hidden) return
  box.hidden = false
  update()
}

function update(): void {
  const [count, total] = [ticked().length, boxes().length]
  setText(document.querySelector('[data-selected]'), `${count} selected`)
  setText(document.querySelector('[data-select-all]'), count === total && total > 0 ? 'Select none' : 'Select all')
  const page = document.querySelector<HTMLInputElement>('[data-select-page]')
  if (!page) return
  page.checked = total > 0 && count === total
  page.indeterminate = count > 0 && count < total
}

/** Only if it differs, because every change is announced and observed. */
function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
  if (target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return
  if (localStorage.getItem(KEYS_OFF) && key !== '?') return
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key]
  // A key held down moves through the list; it must not pack one order after the other.
  if (!act || (event.repeat && act !== KEYS.j && act !== KEYS.k)) return
  event.preventDefault()
  act(event)
}

const KEYS: Record<string, (event: KeyboardEvent) => void> = {
  j: () => move(1),
  k: () => move(-1),
  x: ({ shiftKey }) => {
    const box = currentRow()?.querySelector<HTMLInputElement>('input[name=id]')
    if (!box) return
    if (shiftKey) tickBetween(box, true)
    else box.checked = !box.checked
    anchor = box
    update()
  },
  p: () => {
    const pack = ticked().length > 0 || focusedRow() ? null : document.querySelector<HTMLButtonElement>(PACK_OPEN_ORDER)
    if (pack) send(pack)
    else press('p')
  },
  s: () => press('s'),
  b: () => document.querySelector<HTMLElement>('.order-bar .button')?.focus(),
  '/': () => document.querySelector<HTMLInputElement>('[role=search] input')?.focus(),
  '?': showHelp,
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-order]')]
}

/** Opening an order moves the focus to it, and sending a form from there to the page. */
function currentRow(): HTMLElement | undefined {
  return focusedRow() ?? rows().find((row) => row.querySelector('a[aria-current]'))
}

function focusedRow(): HTMLElement | undefined {
  return rows().find((row) => row.contains(document.activeElement))
}

function move(step: number): void {
  const all = rows()
  const current = currentRow()
  const next = current ? all.indexOf(current) + step : 0
  const link = all[Math.min(Math.max(next, 0), all.length - 1)]?.querySelector('a')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

/** Without a selection, the current order. */
function press(key: string): void {
  const button = document.querySelector<HTMLButtonElement>(`[data-key=${key}]`)
  if (!button) return
  const box = currentRow()?.querySelector<HTMLInputElement>('input[name=id]')
  if (ticked().length === 0 && box) box.checked = true
  if (ticked().length > 0) send(button)
}

/** Only once, unless a question came first: pressed again, the key would act on the same orders before the page changes. */
function send(button: HTMLButtonElement): void {
  if (isSending) return
  const noteSent = ({ defaultPrevented }: Event): void => {
    isSending = !defaultPrevented
  }
  addEventListener('submit', noteSent, { once: true })
  button.click()
}

function showHelp(): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', 'Keyboard shortcuts')
  const heading = document.createElement('h2')
  heading.textContent = 'Keyboard shortcuts'
  const list = document.createElement('dl')
  list.className = 'key-list'
  for (const [keys, text] of HELP) {
    const term = document.createElement('dt')
    term.textContent = keys
    const description = document.createElement('dd')
    description.textContent = text
    list.append(term, description)
  }
  const label = document.createElement('label')
  label.className = 'reason'
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = !localStorage.getItem(KEYS_OFF)
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(KEYS_OFF)
    else localStorage.setItem(KEYS_OFF, 'yes')
  })
  label.append(box, 'Use single keys in this browser')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'button mt-4'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  dialog.append(heading, list, label, close)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
