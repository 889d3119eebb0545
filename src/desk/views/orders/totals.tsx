import { formatCents } from '#domain/money/cents.ts'

export type TotalRow = readonly [label: string, cents: number]

export function rowUnlessZero(label: string, cents: number): TotalRow[] {
  return cents === 0 ? [] : [[label, cents]]
}

/** Amounts below each other; the named rows are sums of those above. */
export function Totals({ rows, sums }: { rows: readonly TotalRow[]; sums: readonly string[] }) {
  return (
    <dl className="totals">
      {rows.map(([label, cents]) => (
        <div key={label} className={sums.includes(label) ? 'totals-sum' : undefined}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
