import { When } from '#desk/ui/when.tsx'
import type { TimelineEntry } from '#server/orders/orders.views.ts'

const KINDS: Record<TimelineEntry['kind'], string> = {
  order: 'Order',
  payment: 'Payment',
  refund: 'Refund',
  mail: 'Email',
  desk: 'Desk',
}

export function OrderTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ at, kind, title, detail, isBad }) => (
        <li key={`${at.toISOString()} ${kind} ${title}`} className={isBad ? 'timeline-bad' : undefined}>
          <p className="hint">
            <When at={at} /> · {KINDS[kind]}
          </p>
          <p>{title}</p>
          {detail && <p className="hint break-words">{detail}</p>}
        </li>
      ))}
    </ol>
  )
}
