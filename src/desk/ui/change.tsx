import { percentChange } from '#domain/money/sales-today.ts'

/**
 * How much something rose or fell. Without a color where a rise isn't good news, as with refunds.
 */
export function Change({ now, before, isNeutral }: { now: number; before: number; isNeutral?: boolean }) {
  const percent = percentChange(now, before)
  if (percent === undefined || percent === 0) return undefined
  const color = isNeutral ? undefined : percent > 0 ? 'text-moss' : 'text-error'
  return (
    <span className={color}>
      <span aria-hidden="true">{percent > 0 ? '▲' : '▼'}</span>
      <span className="sr-only">{percent > 0 ? 'up' : 'down'}</span> {Math.abs(percent)}%
    </span>
  )
}
