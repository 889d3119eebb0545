/**
 * Measures the shop's speed next to references from the same run: machines are shared, so an absolute time proves
 * nothing. `npm run bench` measures everything, `npm run bench -- requests search` only these parts. The figures of other
 * parts don't change, whatever machine they come from. No test asserts on them.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { measureCachedPage } from './cached-page.ts'
import { measureDesk } from './desk.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { type Results, toPlot, toReport } from './report.ts'
import { measureRequests } from './requests.ts'
import { measureReviews } from './reviews.ts'
import { measureSearch } from './search.ts'
import { measureUnitCosts } from './unit-costs.ts'
import { measureWarmStart } from './warm-start.ts'

const dataDir = path.join(tmpdir(), `bloomera-bench-${process.pid}`)
/** Committed with the table, so that a part can be measured again on another machine. */
const latest = path.join(import.meta.dirname, 'results.json')
const WRITTEN_HERE = ['RESULTS.md', 'RESULTS.svg', 'results.json']

const PARTS: Record<string, () => Promise<unknown>> = {
  requests: measureRequests,
  cached: () => measureCachedPage(dataDir),
  start: () => measureWarmStart(dataDir),
  pages: () => measurePages(dataDir),
  search: measureSearch,
  reviews: measureReviews,
  desk: () => measureDesk(dataDir),
  orders: measureOrders,
  costs: measureUnitCosts,
  processes: measureProcesses,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(1)
}

const machine = `${process.platform} ${process.arch}, ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}.`
for (const name of chosen) {
  process.stderr.write(`${name}: measuring\n`)
  const [from, loadBefore] = [commit(), loadavg()[0] ?? 0]
  const figures = await PARTS[name]?.()
  const load = `load ${loadBefore.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`
  const part = { taken: `${from}, ${load}.`, figures }
  process.stdout.write(`${JSON.stringify({ [name]: part }, null, 2)}\n`)
  await writeResults({ ...(await readResults()), machine, [name]: part })
}

async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(latest, 'utf8')) as Results
  } catch {
    return {}
  }
}

async function writeResults(all: Results): Promise<void> {
  await writeFile(latest, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(path.join(import.meta.dirname, 'RESULTS.md'), toReport(all))
  await writeFile(path.join(import.meta.dirname, 'RESULTS.svg'), toPlot(all))
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const others = WRITTEN_HERE.map((name) => `:!${name}`)
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ...others) !== ''
  return `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
}
