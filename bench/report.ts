/** Writes the results as a table with goals, and as a chart of how far each is from its goal. */
import type { measureCachedPage } from './cached-page.ts'
import type { measurePages } from './pages.ts'
import type { measureProcesses } from './processes.ts'
import type { measureRequests } from './requests.ts'
import type { measureSearch } from './search.ts'
import type { measureUnitCosts } from './unit-costs.ts'
import type { measureWarmStart } from './warm-start.ts'

type Taken<Measure extends (...args: never[]) => Promise<unknown>> = {
  /** When and where it was measured, and how busy the machine was. */
  taken: string
  figures: Awaited<ReturnType<Measure>>
}

export type Results = {
  machine?: string
  cached?: Taken<typeof measureCachedPage>
  pages?: Taken<typeof measurePages>
  start?: Taken<typeof measureWarmStart>
  requests?: Taken<typeof measureRequests>
  search?: Taken<typeof measureSearch>
  processes?: Taken<typeof measureProcesses>
  costs?: Taken<typeof measureUnitCosts>
} & Record<string, unknown>

type Reference = 'bareServer' | 'queryAndTemplate'

const ROWS: [name: string, what: string, goal: number, reference: Reference][] = [
  ['product', 'a product, rendered', 5, 'queryAndTemplate'],
  ['shopAll', 'Shop All, rendered', 6, 'queryAndTemplate'],
  ['search', 'a search', 4, 'queryAndTemplate'],
  ['missing', 'a missing page', 0.2, 'bareServer'],
  ['quote', 'a quote', 0.8, 'queryAndTemplate'],
  ['paidOrder', 'a paid order, with its email and webhook events', 8, 'queryAndTemplate'],
  ['deskToday', 'the desk: Today', 15, 'queryAndTemplate'],
  ['deskActivity', 'the desk: activity', 15, 'queryAndTemplate'],
  ['deskOrders', 'the desk: orders', 8, 'queryAndTemplate'],
]

export function toReport(results: Results): string {
  return `# Measured speed

Written by \`npm run bench\`. ${results.machine ?? ''}

CPU time depends less on how busy the machine is than response time does, but it isn't independent of it: on a crowded machine,
caches are cold and cores are shared. So each figure is next to a reference measured in the same rounds. Load affects the references
more than the shop, so only compare ratios of runs at a similar load.
${[requestsPart(results.requests), cachedPart(results.cached), pagesPart(results.pages), startPart(results.start), searchPart(results.search), processesPart(results.processes), costsPart(results.costs)].join('')}`
}

function requestsPart(requests: Results['requests']): string {
  if (!requests) return ''
  const { cpuMs, apart, idleMsPerSecond } = requests.figures
  const rows = ROWS.map(([name, what, goal, reference]) => {
    const ms = cpuMs[name] ?? Number.NaN
    return [
      what,
      show(ms),
      show(apart[name]),
      goal,
      `${show(ms / (cpuMs[reference] ?? Number.NaN))} × ${REFERENCE_NAMES[reference]}`,
    ]
  })
  return `
## CPU-ms per request

${requests.taken} With PostgreSQL; only the shop's processes are counted, and no page comes from a cache. The idle shop uses
${idleMsPerSecond} ms per second, which is subtracted.

${table(['request', 'CPU-ms', 'spread of rounds', 'goal on a quiet machine', 'in the same run'], rows)}

References: bare node:http sending the home page with the same headers ${show(cpuMs.bareServer)}, the shop's cached home page ${show(cpuMs.cachedHome)};
node:http with one query and a template ${show(cpuMs.queryAndTemplate)} (0.41 on the quiet machine the goals were set on).

![CPU-ms per request, relative to the goals](RESULTS.svg)
`
}

const REFERENCE_NAMES = { bareServer: 'bare node:http', queryAndTemplate: 'a query and a template' }

function cachedPart(cached: Results['cached']): string {
  if (!cached) return ''
  const { figures, taken } = cached
  return `
## The cached home page under load

${taken} 16 connections; built-in database.

${table(
  ['', 'requests per second', 'CPU-ms'],
  [
    ['the shop', figures.requestsPerSecond, figures.cpuMs],
    ['node:http sending the same bytes and headers', figures.bareServerRequestsPerSecond, figures.bareServerCpuMs],
    ['ratio (goal: at least 0.9)', figures.ratioToBareServer, show(figures.bareServerCpuMs / figures.cpuMs)],
  ],
)}
`
}

function pagesPart(pages: Results['pages']): string {
  if (!pages) return ''
  const { figures, taken } = pages
  const rows = Object.entries(figures.pages).map(([page, { kb, slow3gSeconds: slow }]) => [
    page,
    kb.Document,
    `${kb.Script} (${kb.scripts})`,
    kb.Font,
    kb.Image,
    kb.total,
    slow.text,
    slow.largest,
    slow.load,
    slow.hydrated,
  ])
  return `
## A phone's first visit

${taken} 412 px at 1.75; KB of 1,024 bytes on the wire, headers included, brotli. Seconds on slow 3G (400 ms, 400 kbit/s) until text shows, the
largest part shows, everything but scripts has loaded, and React is running; goals: text 1.8, load 4.5.

${table(['page', 'HTML', 'scripts (files)', 'fonts', 'pictures', 'all', 'text', 'largest', 'load', 'React'], rows)}
${lighthousePart(figures.lighthouse)}`
}

function lighthousePart(scores: Awaited<ReturnType<typeof measurePages>>['lighthouse']): string {
  if (!scores) return ''
  const rows = Object.entries(scores).map(([page, { performance, fcp, lcp, tbt, cls }]) => [
    page,
    performance,
    fcp,
    lcp,
    tbt,
    cls,
  ])
  return `
Lighthouse, mobile, median of three. Its simulation multiplies the machine's own CPU time, so a busy machine scores lower.

${table(['page', 'performance', 'FCP, s', 'LCP, s', 'TBT, ms', 'CLS'], rows)}
`
}

function startPart(start: Results['start']): string {
  if (!start) return ''
  return `
## Warm start

${start.taken} ${start.figures.seconds} s to the first page on the built-in database, ${start.figures.ratioToBareNode} times as long as starting Node alone.
`
}

function searchPart(search: Results['search']): string {
  if (!search) return ''
  const rows = Object.entries(search.figures).map(([typed, { msWith16, msWith100000, ratio }]) => [
    typed,
    msWith16,
    msWith100000,
    ratio,
  ])
  return `
## Search with 16 and with 100,016 products

${search.taken} Milliseconds until the first page of results has loaded, uncached. All rounds with few products run before those
with many, so the ratio includes any change of load.

${table(['search', '16 products', '100,016 products', 'ratio'], rows)}
`
}

function processesPart(processes: Results['processes']): string {
  if (!processes) return ''
  const { cores, shops } = processes.figures
  const [one] = shops
  if (!one) return ''
  const rate = (of: typeof one.cached, base: typeof one.cached) =>
    `${show(of.requestsPerSecond)} (${show(of.requestsPerSecond / base.requestsPerSecond)} ×)`
  const rows = shops.map((shop) => [
    shop.processes,
    rate(shop.cached, one.cached),
    rate(shop.rendered, one.rendered),
    show(shop.cached.cpuMs),
    show(shop.rendered.cpuMs),
    shop.residentMb,
    shop.ownMb,
  ])
  return `
## Several processes

${processes.taken} PostgreSQL and 16 visitors share the same ${cores} cores with the shop: here, no number of processes can be ${cores}
times as fast as one, and more than ${cores} can't be faster than ${cores}.

${table(['processes', 'cached pages per second', 'searches per second', 'CPU-ms per page', 'per search', 'MB of a process', 'of which private'], rows)}
`
}

function costsPart(costs: Results['costs']): string {
  if (!costs) return ''
  const { orders, order, searchPostgresCpuMs, idlePostgresCpuMsPerSecond, pageBytes } = costs.figures
  return `
## What an order and a page leave behind

${costs.taken} Means of ${orders} orders of one line, each with its email and webhook events. Idle PostgreSQL uses
${idlePostgresCpuMsPerSecond} ms per second, which is subtracted. Load affects that and its CPU time, but not the other figures.

${table(
  ['per order', ''],
  [
    ['disk with indexes, KB', show(order.diskBytes / 1000)],
    ['rows inserted, updated, deleted', `${order.rowsInserted}, ${order.rowsUpdated}, ${order.rowsDeleted}`],
    ['CPU-ms of PostgreSQL', show(order.postgresCpuMs)],
    ['emails', order.emails],
    ['webhook events', order.webhooks],
  ],
)}

A search costs PostgreSQL ${show(searchPostgresCpuMs)} CPU-ms. A page, compressed, with headers: ${Object.entries(
    pageBytes,
  )
    .map(([name, bytes]) => `${name} ${show(bytes / 1000)} KB`)
    .join(', ')}.
`
}

function table(head: string[], rows: (string | number)[][]): string {
  const all = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = all
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

function show(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? 'not measured' : value.toFixed(value < 10 ? 2 : 1)
}

const BAR = { left: 310, width: 420, height: 18, gap: 10 }

/** Bars on a logarithmic scale, from a tenth of the goal to a hundred times; the line is the goal. */
export function toPlot({ requests }: Results): string {
  const bars = ROWS.flatMap(([name, what, goal]) => {
    const ms = requests?.figures.cpuMs[name]
    return ms === undefined ? [] : [{ what, ratio: ms / goal }]
  })
  const place = (ratio: number) => (BAR.width * (Math.log10(Math.min(100, Math.max(0.1, ratio))) + 1)) / 3
  const rows = bars.map(({ what, ratio }, index) => {
    const y = 30 + index * (BAR.height + BAR.gap)
    return `<text x="${BAR.left - 10}" y="${y + 13}" text-anchor="end">${what}</text>
<rect x="${BAR.left}" y="${y}" width="${place(ratio).toFixed(1)}" height="${BAR.height}" fill="${ratio > 1 ? '#b5651d' : '#4f7a52'}"/>
<text x="${(BAR.left + place(ratio) + 6).toFixed(1)}" y="${y + 13}">${show(ratio)}</text>`
  })
  const bottom = 30 + bars.length * (BAR.height + BAR.gap)
  const goal = BAR.left + place(1)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="820" height="${bottom + 10}" font-family="sans-serif" font-size="12">
<title>CPU-ms per request, relative to the goal</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows.join('\n')}
<line x1="${goal}" y1="20" x2="${goal}" y2="${bottom}" stroke="#000"/>
<text x="${goal}" y="14" text-anchor="middle">goal</text>
</svg>
`
}
