import type { ReactNode } from 'react'

export type OpenOrder = { id: string; number: string; view: ReactNode }

/** The order that is open beside the list; the script fills it, too. */
export function OrderPanel({ open }: { open: OpenOrder | undefined }) {
  return (
    <aside
      id="order-panel"
      className="order-panel"
      aria-label={open ? `Order ${open.number}` : 'Order'}
      data-open={open?.id}
    >
      {open?.view}
    </aside>
  )
}
