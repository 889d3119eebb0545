import type { ReactNode } from 'react'
import { chartHeight, gridLines } from './chart-scale.ts'

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

/** Bars in front of those of the days before. */
export function BarChart({ legend, points, format, isOpen }: BarChartProps) {
  const lines = gridLines(points.flatMap(({ value = 0, before = 0 }) => [value, before]))
  const y = chartHeight(lines, HEIGHT)
  const step = WIDTH / points.length
  const bar = (value: number, from: number, width: number) => ({
    x: round(from),
    width: round(width),
    // A value above zero stays visible, even next to a thousand.
    y: round(Math.min(y(value), y(0) - (value > 0 ? 1 : 0))),
    height: round(Math.max(Math.abs(y(value) - y(0)), value > 0 ? 1 : 0)),
  })
  return (
    <ChartArea
      legend={legend}
      points={points}
      lines={lines.map((value) => ({ y: y(value), text: format(value), isZero: value === 0 }))}
      size={{ width: WIDTH, height: HEIGHT }}
      axis={[...new Set([points[0]?.label ?? '', points.at(-1)?.label ?? ''])]}
    >
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
    </ChartArea>
  )
}

type GridLine = { y: number; text: string; isZero: boolean }

type ChartAreaProps = {
  legend: string
  points: readonly Pick<ChartPoint, 'key' | 'text'>[]
  /** Evenly spaced, from the bottom up. */
  lines: readonly GridLine[]
  size: { width: number; height: number }
  /** Evenly spaced below the chart. */
  axis: readonly string[]
  className?: string
  /** The marks, as SVG. */
  children: ReactNode
}

/** A chart between its scale and its axis, with the values of each point. */
export function ChartArea({
  legend,
  points,
  lines,
  size: { width, height },
  axis,
  className,
  children,
}: ChartAreaProps) {
  const across = (shown: readonly GridLine[]) => shown.map(({ y }) => `M0 ${round(y)}h${width}`).join('')
  return (
    <div className="chart-area">
      <p className="chart-scale" aria-hidden="true">
        {lines.toReversed().map(({ text }) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <div className="chart-plot">
        <svg
          className={className}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path className="chart-grid" d={across(lines)} />
          {children}
          <path className="chart-zero" d={across(lines.filter(({ isZero }) => isZero))} />
        </svg>
        <Points legend={legend} points={points} />
      </div>
      <p className="chart-axis" aria-hidden="true">
        {axis.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same hour begins and ends a day
          <span key={index}>{text}</span>
        ))}
      </p>
    </div>
  )
}

/**
 * Each point is a radio button, hidden behind its column, so its values are shown on hover, touch or with the arrow
 * keys, without a script.
 */
function Points({ legend, points }: Pick<ChartAreaProps, 'legend' | 'points'>) {
  const sideOf = (index: number) => {
    if (index < points.length / 3) return 'chart-tip chart-tip-first'
    return index < (points.length * 2) / 3 ? 'chart-tip' : 'chart-tip chart-tip-last'
  }
  return (
    <fieldset className="chart-points">
      <legend className="sr-only">{legend}</legend>
      {points.map(({ key, text }, index) => (
        <label key={key}>
          <input type="radio" name={legend} value={key} data-look-only="" />
          <span className={sideOf(index)}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

type TileProps = {
  title: string
  /** The screen with what the number counts, if there is one. */
  href?: string
  /** The main number, as text. */
  headline: string
  note: ReactNode
  kind: 'bars' | 'line'
  points: readonly ChartPoint[]
  /** Range of the y-axis; the top defaults to the largest value. */
  from?: number
  to?: number
}

/** A number with its trend. */
export function ChartTile({ title, href, headline, note, kind, points, from = 0, to }: TileProps) {
  const top = to ?? Math.max(...points.map(({ value }) => value ?? 0), 1)
  const heightOf = (value: number) => ((value - from) / (top - from)) * HEIGHT
  const Marks = kind === 'bars' ? Bars : Line
  return (
    <section className="panel chart chart-tile">
      <h3>{href ? <a href={href}>{title}</a> : title}</h3>
      <p className="chart-headline">{headline}</p>
      <p className="hint">{note}</p>
      <div className="chart-plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path className="chart-grid" d={`M0 ${HEIGHT}h${WIDTH}`} />
          <Marks points={points} heightOf={heightOf} />
        </svg>
        <Points legend={`${title} over time`} points={points} />
      </div>
    </section>
  )
}

type MarksProps = { points: readonly ChartPoint[]; heightOf: (value: number) => number }

function Bars({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  const bars = points.flatMap(({ value = 0 }, index) => {
    if (value <= 0) return []
    const width = round(step * 0.7)
    return `M${round(index * step + step * 0.15)} ${HEIGHT}v-${round(Math.max(heightOf(value), 2))}h${width}V${HEIGHT}z`
  })
  return <path className="chart-bar" d={bars.join('')} />
}

function Line({ points, heightOf }: MarksProps) {
  const step = WIDTH / points.length
  const dots = points.flatMap(({ value }, index) =>
    value === undefined ? [] : [`${round((index + 0.5) * step)} ${round(HEIGHT - heightOf(value))}`],
  )
  return (
    <>
      <polyline className="chart-line" points={dots.join(' ')} />
      {/* Zero-length lines with round caps: dots that stay round however the chart is stretched. */}
      <path className="chart-dot" d={dots.map((dot) => `M${dot}h0`).join('')} />
    </>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
