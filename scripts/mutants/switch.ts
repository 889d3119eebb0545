/**
 * A setup file of Vitest. The file `orders.test.ts?change=7` runs with change 7 switched on, and of its tests only those
 * that reach it; without a plan, it records what each test reaches.
 */
/* oxlint-disable no-empty-pattern -- Vitest only accepts a destructured context. */
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { BETWEEN_TESTS, type PlannedRun, type Reached } from './plan.ts'

/** What the instrumented code reads and counts. */
type Switches = {
  activeMutant?: string | undefined
  hitCount?: number
  hitLimit?: number
  currentTestId?: string
  mutantCoverage?: { static: Record<string, number>; perTest: Reached }
}

const NAMESPACE = '__stryker__'
const holder = globalThis as { [NAMESPACE]?: Switches }
const switches = (holder[NAMESPACE] ??= {})
/** The instrumented code keeps the object, so it's emptied, never replaced. */
const coverage = (switches.mutantCoverage ??= { static: {}, perTest: {} })

const plan = inject('plan')
let run: PlannedRun | undefined
let isDetected = false

beforeAll(({}, { file }) => {
  const change = /\?change=(\d+)$/.exec(file.filepath)?.[1]
  run = plan?.[file.filepath]
  isDetected = false
  switches.activeMutant = change
  switches.hitCount = 0
  switches.hitLimit = run?.maxHits ?? Number.MAX_SAFE_INTEGER
  switches.currentTestId = BETWEEN_TESTS
  coverage.perTest = {}
})

beforeEach(({ task, skip }) => {
  switches.currentTestId = task.fullTestName
  if (!run) return
  skip(isDetected)
  skip(!run.tests.includes(task.fullTestName) && !run.tests.includes(BETWEEN_TESTS))
})

afterEach(({ task }) => {
  switches.currentTestId = BETWEEN_TESTS
  if (task.result?.state === 'fail') isDetected = true
})

afterAll(({}, { file }) => {
  switches.activeMutant = undefined
  if (!plan) file.meta.reached = coverage.perTest
})
