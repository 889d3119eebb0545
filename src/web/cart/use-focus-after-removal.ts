import { type RefObject, useEffect, useRef } from 'react'
import type { CartItem } from '#domain/cart/cart.ts'

/** Removing a line would lose the focus: it moves to the line in its place, or to the link of the empty cart. */
export function useFocusAfterRemoval(
  items: readonly CartItem[],
  list: RefObject<HTMLElement | null>,
  around?: RefObject<HTMLElement | null>,
): void {
  const known = useRef(items)
  useEffect(() => {
    const gone = known.current.findIndex(({ id }) => !items.some((item) => item.id === id))
    known.current = items
    if (gone < 0 || document.activeElement !== document.body) return
    const place = list.current?.children[gone] ?? list.current?.lastElementChild ?? around?.current
    const next = place?.querySelector('a') ?? place?.querySelector('button')
    next?.focus()
  }, [items, list, around])
}
