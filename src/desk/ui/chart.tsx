import type { ReactNode } from 'react'

export type ChartPoint = {
  label: string
  /** Undefined leaves a gap. */
  value: number | undefined
}

type ChartProps = {
  title: string
  /** The main number, as text. */
  headline: string
  note?: string | undefined
  kind: 'bars' | 'line'
  points: readonly ChartPoint[]
  /** Range of the y-axis; the top defaults to the largest value. */
  from?: number
  to?: number
  format: (value: number) => string
  /** Everything the chart shows, and more, as a table. */
  table: ReactNode
}

const WIDTH = 300
const HEIGHT = 96

/** A chart with a table for screen readers. The chart stretches to its container, so it contains no text. */
export function Chart({ title, headline, note, kind, points, from = 0, to, format, table }: ChartProps) {
  const top = to ?? Math.max(...points.map(({ value }) => value ?? 0), 1)
  const heightOf = (value: number) => ((value - from) / (top - from)) * HEIGHT
  return (
    <section className="panel chart">
      <h3>{title}</h3>
      <p className="chart-headline">{headline}</p>
      <p className="hint">{note}</p>
      <div className="chart-area">
        <span className="chart-top" aria-hidden="true">
          {format(top)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {kind === 'bars' ? (
            <Bars points={points} heightOf={heightOf} />
          ) : (
            <Line points={points} heightOf={heightOf} />
          )}
        </svg>
      </div>
      <p className="chart-axis" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      <details>
        <summary className="underlined">
          <span className="sr-only">{title}: </span>as a table
        </summary>
        {table}
      </details>
    </section>
  )
}

type MarksProps = { points: readonly ChartPoint[]; heightOf: (value: number) => number }

function Bars({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  return points.map(({ label, value = 0 }, index) => {
    // A value above zero stays visible, even next to a thousand.
    const height = value > 0 ? Math.max(heightOf(value), 1.5) : 0
    const isLast = index === points.length - 1
    return (
      <rect
        key={label}
        className={isLast ? 'chart-bar chart-bar-now' : 'chart-bar'}
        x={round(index * step + step * 0.15)}
        width={round(step * 0.7)}
        y={round(HEIGHT - height)}
        height={round(height)}
      />
    )
  })
}

function Line({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  const dots = points.flatMap(({ value }, index) =>
    value === undefined ? [] : [{ x: round((index + 0.5) * step), y: round(HEIGHT - heightOf(value)) }],
  )
  return (
    <>
      <polyline className="chart-line" points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {dots.map(({ x, y }) => (
        // A zero-length line with round caps: a dot that stays round however the chart is stretched.
        <path key={x} className="chart-dot" d={`M${x} ${y}h0`} />
      ))}
    </>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
