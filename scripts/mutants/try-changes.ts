/**
 * Tries changes one by one in a Vitest that stays open. Stryker starts the tests anew for each change, which for tests
 * that need a database takes a minute; here a change takes seconds.
 */
import path from 'node:path'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { type Change, instrument } from './instrument.ts'
import type { PlannedRun, Reached } from './plan.ts'

export type Outcome = 'killed' | 'timed out' | 'survived'
/** `by` is the test file that detected it. */
export type Tried = { change: Change; outcome: Outcome; by?: string }
/** The same tests as for the change `of`, but without it. */
export type Control = { of: Change; file: string; isGood: boolean; error: string }

type TestFile = { path: string; reached: Reached; duration: number }

/** Tests wait for timers and databases more than they compute. */
const WORKERS = 5
/** On a busy machine a test takes seconds. A change that ends nothing costs this once for each test. */
const TIMEOUT_MS = 45_000
/** So that a run which is stopped has said something. */
const BATCH = 150
/** Most changes are detected by the first file. */
const ROUNDS = [
  [0, 1],
  [1, 4],
  [4, Number.POSITIVE_INFINITY],
] as const

export async function tryChanges({
  root,
  config,
  files,
  choose,
  controlEvery,
  onTried,
  onControl,
  say,
}: {
  root: string
  /** The configuration of Vitest that lists the tests. */
  config: string
  files: readonly string[]
  /** Of the changes that a test reaches. */
  choose: (reached: readonly Change[]) => readonly Change[]
  /** One in so many changes is followed by the same tests without it, which have to pass. */
  controlEvery: number
  onTried: (tried: Tried) => void
  /** What a file detects proves nothing if its tests also fail without a change. */
  onControl: (control: Control) => void
  say: (line: string) => void
}): Promise<void> {
  const { changes, plugin } = await instrument(root, files)
  const vitest = await createVitest(
    'test',
    {
      config,
      watch: false,
      reporters: [{}],
      maxWorkers: WORKERS,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      setupFiles: [path.join(import.meta.dirname, 'switch.ts')],
      // A change may well break what runs in the background.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [plugin] },
  )
  try {
    const testFiles = await learn(vitest, say)
    const isReached = new Set(testFiles.flatMap(({ reached }) => Object.values(reached).flatMap(Object.keys)))
    const reached = changes.filter(({ id }) => isReached.has(id))
    say(`${changes.length} changes in ${files.length} files, ${reached.length} of them reached by a test`)
    const chosen = choose(reached)
    for (let from = 0; from < chosen.length; from += BATCH) {
      const batch = chosen.slice(from, from + BATCH)
      const undetected = await tryBatch(vitest, { batch, testFiles, controlEvery, onTried, onControl })
      for (const change of undetected) onTried({ change, outcome: 'survived' })
    }
  } finally {
    await vitest.close()
  }
}

/** Runs every test once, without a change. A file with a test that fails would detect everything, so it's left out. */
async function learn(vitest: Vitest, say: (line: string) => void): Promise<TestFile[]> {
  const modules = await run(vitest, await vitest.globTestSpecifications(), undefined)
  for (const module of modules) if (!module.ok()) say(`left out: ${module.moduleId}: ${errorOf(module)}`)
  return modules
    .filter((module) => module.ok())
    .map((module) => ({
      path: module.moduleId,
      reached: module.meta().reached ?? {},
      duration: module.diagnostic().duration,
    }))
}

async function tryBatch(
  vitest: Vitest,
  {
    batch,
    testFiles,
    controlEvery,
    onTried,
    onControl,
  }: {
    batch: readonly Change[]
    testFiles: readonly TestFile[]
    controlEvery: number
    onTried: (tried: Tried) => void
    onControl: (control: Control) => void
  },
): Promise<Change[]> {
  let left = [...batch]
  for (const [first, last] of ROUNDS) {
    const runs = left.flatMap((change, index) =>
      nearestFirst(change, testFiles)
        .slice(first, last)
        .flatMap((file) => {
          const planned = runOf(change, file)
          const tried = { of: change, change, file: file.path, name: `${file.path}?change=${change.id}`, planned }
          const isControlled = index % controlEvery === 0
          const control = { ...tried, change: undefined, name: `${file.path}?control=${change.id}` }
          return isControlled ? [tried, control] : [tried]
        }),
    )
    const plan = Object.fromEntries(runs.map(({ name, planned }) => [name, planned]))
    const project = vitest.getRootProject()
    const specifications = runs.map(({ name }) => project.createSpecification(name))
    const detected = new Map<string, Omit<Tried, 'change'>>()
    const ended = new Map((await run(vitest, specifications, plan)).map((module) => [module.moduleId, module]))
    for (const { of, change, file, name } of runs) {
      const module = ended.get(name)
      if (!module) throw new Error(`${name} did not run`)
      if (!change) onControl({ of, file, isGood: module.ok(), error: errorOf(module) })
      else if (!module.ok() && detected.get(change.id)?.outcome !== 'killed')
        detected.set(change.id, {
          outcome: errorOf(module).includes('timed out in') ? 'timed out' : 'killed',
          by: file,
        })
    }
    for (const change of left) {
      const how = detected.get(change.id)
      if (how) onTried({ change, ...how })
    }
    left = left.filter(({ id }) => !detected.has(id))
  }
  return left
}

async function run(
  vitest: Vitest,
  specifications: TestSpecification[],
  plan: Record<string, PlannedRun> | undefined,
): Promise<readonly TestModule[]> {
  vitest.provide('plan', plan)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return testModules
}

function runOf({ id }: Change, { reached }: TestFile): PlannedRun {
  const hits = Object.entries(reached).filter(([, of]) => id in of)
  const all = hits.reduce((sum, [, of]) => sum + (of[id] ?? 0), 0)
  return { tests: hits.map(([name]) => name), maxHits: 1000 + 100 * all }
}

/** The test file of the same name first, then its folder, then the fastest. */
function nearestFirst(change: Change, testFiles: readonly TestFile[]): TestFile[] {
  const stem = path.basename(change.file, '.ts')
  const folder = path.dirname(change.file)
  const distance = ({ path: file }: TestFile): number => {
    if (path.basename(file).startsWith(`${stem}.`)) return 0
    return path.dirname(file).endsWith(folder) ? 1 : 2
  }
  return testFiles
    .filter(({ reached }) => Object.values(reached).some((of) => change.id in of))
    .toSorted((one, other) => distance(one) - distance(other) || one.duration - other.duration)
}

function errorOf(module: TestModule): string {
  const tests = [...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])
  return [...module.errors(), ...tests].map(({ message }) => message).join('\n')
}
