import type { ReactNode } from 'react'

export type ChartPoint = {
  key: string
  /** Undefined leaves a gap. */
  value: number | undefined
  /** The counterpart from the days before. */
  before?: number | undefined
  /** Shown on hover and keyboard focus. */
  text: string
  /** The first and the last are below the chart. */
  label: string
}

const WIDTH = 600
const HEIGHT = 120

type BarChartProps = {
  /** Names the points for screen readers. */
  legend: string
  points: readonly ChartPoint[]
  format: (value: number) => string
  /** True if the last point isn't over yet. */
  isOpen: boolean
}

/**
 * Bars in front of those of the days before. Each point is a radio button, hidden behind its column, so its values are
 * shown on hover, touch or with the arrow keys, without a script.
 */
export function BarChart({ legend, points, format, isOpen }: BarChartProps) {
  const values = points.flatMap(({ value = 0, before = 0 }) => [value, before])
  const top = Math.max(...values, 1)
  const bottom = Math.min(...values, 0)
  const y = (value: number) => ((top - value) / (top - bottom)) * HEIGHT
  const step = WIDTH / points.length
  const bar = (value: number, from: number, width: number) => ({
    x: round(from),
    width: round(width),
    // A value above zero stays visible, even next to a thousand.
    y: round(Math.min(y(value), y(0) - (value > 0 ? 1 : 0))),
    height: round(Math.max(Math.abs(y(value) - y(0)), value > 0 ? 1 : 0)),
  })
  return (
    <>
      <div className="chart-area">
        <span className="chart-top" aria-hidden="true">
          {format(top)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {points.map(({ key, value = 0, before = 0 }, index) => (
            <g key={key}>
              {before !== 0 && <rect className="chart-before" {...bar(before, index * step, step * 0.72)} />}
              {value !== 0 && (
                <rect
                  className={isOpen && index === points.length - 1 ? 'chart-bar chart-bar-now' : 'chart-bar'}
                  {...bar(value, index * step + step * 0.28, step * 0.52)}
                />
              )}
            </g>
          ))}
          {bottom < 0 && <path className="chart-zero" d={`M0 ${round(y(0))}h${WIDTH}`} />}
        </svg>
        <Points legend={legend} points={points} />
      </div>
      <Axis points={points} />
    </>
  )
}

function Points({ legend, points }: { legend: string; points: readonly ChartPoint[] }) {
  const sideOf = (index: number) => {
    if (index < points.length / 3) return 'chart-tip chart-tip-first'
    return index < (points.length * 2) / 3 ? 'chart-tip' : 'chart-tip chart-tip-last'
  }
  return (
    <fieldset className="chart-points">
      <legend className="sr-only">{legend}</legend>
      {points.map(({ key, text }, index) => (
        <label key={key}>
          <input type="radio" name="point" value={key} data-look-only="" />
          <span className={sideOf(index)}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

type TileProps = {
  title: string
  /** The main number, as text. */
  headline: string
  note: ReactNode
  kind: 'bars' | 'line'
  points: readonly ChartPoint[]
  /** Range of the y-axis; the top defaults to the largest value. */
  from?: number
  to?: number
}

/** A number with its trend; the values are in the report's table. */
export function ChartTile({ title, headline, note, kind, points, from = 0, to }: TileProps) {
  const top = to ?? Math.max(...points.map(({ value }) => value ?? 0), 1)
  const heightOf = (value: number) => ((value - from) / (top - from)) * HEIGHT
  const Marks = kind === 'bars' ? Bars : Line
  return (
    <section className="panel chart chart-tile">
      <h3>{title}</h3>
      <p className="chart-headline">{headline}</p>
      <p className="hint">{note}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <Marks points={points} heightOf={heightOf} />
      </svg>
    </section>
  )
}

type MarksProps = { points: readonly ChartPoint[]; heightOf: (value: number) => number }

function Bars({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  return points.map(({ key, value = 0, text }, index) => {
    if (value <= 0) return undefined
    const height = Math.max(heightOf(value), 2)
    return (
      <rect
        key={key}
        className="chart-bar"
        x={round(index * step + step * 0.15)}
        width={round(step * 0.7)}
        y={round(HEIGHT - height)}
        height={round(height)}
      >
        <title>{text}</title>
      </rect>
    )
  })
}

function Line({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  const dots = points.flatMap(({ key, value, text }, index) =>
    value === undefined ? [] : [{ key, text, x: round((index + 0.5) * step), y: round(HEIGHT - heightOf(value)) }],
  )
  return (
    <>
      <polyline className="chart-line" points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {dots.map(({ key, text, x, y }) => (
        // A zero-length line with round caps: a dot that stays round however the chart is stretched.
        <path key={key} className="chart-dot" d={`M${x} ${y}h0`}>
          <title>{text}</title>
        </path>
      ))}
    </>
  )
}

function Axis({ points }: { points: readonly ChartPoint[] }) {
  return (
    <p className="chart-axis" aria-hidden="true">
      <span>{points[0]?.label}</span>
      {points.length > 1 && <span>{points.at(-1)?.label}</span>}
    </p>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
