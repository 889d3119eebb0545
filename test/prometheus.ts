import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
export const RULES = path.join(root, 'deploy/prometheus/alerts.yaml')
const PROMTOOL = process.env.PROMTOOL ?? 'promtool'

/** From Debian's prometheus package. */
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0

export type AlertRule = { name: string; expression: string; runbook: string }

export function readAlertRules(): AlertRule[] {
  const text = readFileSync(RULES, 'utf8')
  return [...text.matchAll(/- alert: (\w+)\n\s+expr: >-\n([\s\S]*?)\n\s+for: [\s\S]*?runbook: (\S+)/g)].map(
    ([, name = '', expression = '', runbook = '']) => ({
      name,
      expression: expression.replaceAll(/\s+/g, ' ').trim(),
      runbook,
    }),
  )
}

/** The samples of a scrape, by series: 'shop_queue_dead{queue="mails"}'. */
export type Scrape = Map<string, number>

export function parseScrape(answer: string): Scrape {
  return new Map(
    [...answer.matchAll(/^([a-z_\d]+(?:\{.*\})?) (\S+)$/gm)]
      .map(([, series = '', value = '']) => [series, Number(value.replace('Inf', 'Infinity'))] as const)
      .filter(([, value]) => !Number.isNaN(value)),
  )
}

const STEP_SECONDS = 30
const QUIET_STEPS = 30

/**
 * Checks with promtool, if installed, that our rules fire the alert: not while the shop's metrics stay the same, but if
 * what happened between the two scrapes keeps happening. Throws with promtool's output if they don't.
 */
export function expectAlertFires(alert: string, before: Scrape, after: Scrape, firesAfter: string): void {
  if (!hasPromtool) return
  const series = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => /^(shop|nodejs_eventloop|up)/.test(name))
    .map((name) => ({ series: labeled(name), values: valuesOf(name, before.get(name), after.get(name)) }))
  const isFiring = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`
  const file = {
    rule_files: [RULES],
    evaluation_interval: `${STEP_SECONDS}s`,
    tests: [
      {
        interval: `${STEP_SECONDS}s`,
        input_series: series,
        promql_expr_test: [
          { expr: isFiring, eval_time: `${(QUIET_STEPS * STEP_SECONDS) / 60 - 1}m`, exp_samples: [] },
          { expr: isFiring, eval_time: firesAfter, exp_samples: [{ labels: '{}', value: 1 }] },
        ],
      },
    ],
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'))
  try {
    // JSON is YAML as well.
    writeFileSync(path.join(folder, 'test.yaml'), JSON.stringify(file))
    execFileSync(PROMTOOL, ['test', 'rules', path.join(folder, 'test.yaml')], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function labeled(series: string): string {
  const target = 'job="bloomera",instance="shop:3001"'
  return series.endsWith('}') ? series.replace(/\}$/, `,${target}}`) : `${series}{${target}}`
}

const LATER_STEPS = 400

function valuesOf(name: string, before: number | undefined, after: number | undefined): string {
  const isCounter = /_(total|count|sum|bucket)(\{|$)/.test(name)
  const quiet = before === undefined ? `_x${QUIET_STEPS}` : `${decimal(before)}x${QUIET_STEPS}`
  if (after === undefined) return `${quiet} _x${LATER_STEPS}`
  const step = after - (before ?? 0)
  const later =
    isCounter && step > 0 ? `${decimal(after)}+${decimal(step)}x${LATER_STEPS}` : `${decimal(after)}x${LATER_STEPS}`
  return `${quiet} ${later}`
}

/** Plain decimals: neither an exponent nor infinity is understood. */
function decimal(value: number): string {
  return Math.min(value, Number.MAX_SAFE_INTEGER).toFixed(6)
}
