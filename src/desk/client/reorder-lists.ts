/**
 * Rows that are moved by dragging their handle, with their arrows, or by typing a position. All three change the same
 * numbered fields, which the form sends.
 */
export function reorderLists(): void {
  // Listens on the document: a list may be replaced while the page is open.
  document.addEventListener('click', followArrow)
  document.addEventListener('change', followNumber)
  document.addEventListener('pointerdown', followDrag)
}

function listOf(row: Element | null | undefined): HTMLOListElement | null | undefined {
  return row?.closest<HTMLOListElement>('ol[data-reorder]')
}

function rowsOf(list: HTMLElement): HTMLLIElement[] {
  return Array.from(list.children).filter((child) => child instanceof HTMLLIElement)
}

function placeField(row: Element): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input.place')
}

/** Numbers follow the order of the rows. */
function renumber(list: HTMLElement, moved?: HTMLLIElement): void {
  for (const [index, row] of rowsOf(list).entries()) {
    const field = placeField(row)
    if (field) field.value = String(index + 1)
  }
  const status = list.parentElement?.querySelector('[data-moved]')
  const name = moved?.dataset.name ?? moved?.querySelector('a')?.textContent
  if (status && moved && name) status.textContent = `${name}: position ${rowsOf(list).indexOf(moved) + 1}`
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

function place(list: HTMLElement, row: HTMLLIElement, index: number): void {
  const others = rowsOf(list).filter((other) => other !== row)
  list.insertBefore(row, others[Math.max(index, 0)] ?? null)
  renumber(list, row)
}

function followArrow(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[name=move]') : null
  const row = button?.closest('li')
  const list = listOf(row)
  if (!button || !row || !list) return
  event.preventDefault()
  const index = rowsOf(list).indexOf(row)
  if (button.value.startsWith('remove:')) {
    const next = row.nextElementSibling ?? row.previousElementSibling
    row.remove()
    renumber(list)
    next?.querySelector<HTMLElement>('button[value^="remove:"]')?.focus()
    return
  }
  place(list, row, index + (button.value.startsWith('up:') ? -1 : 1))
  button.focus()
}

function followNumber({ target }: Event): void {
  const field = target instanceof HTMLInputElement && target.matches('.place') ? target : undefined
  const row = field?.closest('li')
  const list = listOf(row)
  if (!field || !row || !list) return
  const typed = Number(field.value)
  place(list, row, Number.isSafeInteger(typed) && typed > 0 ? typed - 1 : rowsOf(list).indexOf(row))
  field.focus()
}

function followDrag(event: PointerEvent): void {
  const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]') : null
  const row = grip?.closest('li')
  const list = listOf(row)
  if (!grip || !row || !list || event.button !== 0) return
  event.preventDefault()
  // Captured by the list, because a row that is moved in the document would lose the pointer.
  list.setPointerCapture(event.pointerId)
  row.classList.add('is-lifted')
  const follow = ({ clientY }: PointerEvent) => {
    const others = rowsOf(list).filter((other) => other !== row)
    const below = others.find((other) => {
      const { top, height } = other.getBoundingClientRect()
      return clientY < top + height / 2
    })
    if ((below ?? null) !== row.nextElementSibling) list.insertBefore(row, below ?? null)
  }
  const drop = () => {
    list.removeEventListener('pointermove', follow)
    row.classList.remove('is-lifted')
    renumber(list, row)
  }
  list.addEventListener('pointermove', follow)
  list.addEventListener('lostpointercapture', drop, { once: true })
}
