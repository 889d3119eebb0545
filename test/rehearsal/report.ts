export type StepResult = { step: string; expected: string; seen: string; outcome: 'ok' | 'failed' | 'not run' }

/** What was seen instead of what was expected. */
export class StepFailed extends Error {}

/** Why a step could not be run at all. */
export class StepNotRun extends Error {}

export function createReport(say: (line: string) => void) {
  const results: StepResult[] = []

  function add(result: StepResult): void {
    results.push(result)
    say(`${result.outcome.padEnd(8)} ${result.step}: ${result.seen}`)
  }

  /** Runs a step and records what it saw. Returns its value; undefined if it failed or didn't run. */
  async function step<T>(
    name: string,
    expected: string,
    run: () => Promise<{ seen: string; value: T }>,
  ): Promise<T | undefined> {
    try {
      const { seen, value } = await run()
      add({ step: name, expected, seen, outcome: 'ok' })
      return value
    } catch (error) {
      const outcome = error instanceof StepNotRun ? 'not run' : 'failed'
      add({ step: name, expected, seen: firstLine(error), outcome })
      return undefined
    }
  }

  return { results, step }
}

/** For steps that build on an earlier one. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new StepNotRun(`${what} did not succeed`)
  return value
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line
}

const TITLES: StepResult = { step: 'Step', expected: 'Expected', seen: 'Seen', outcome: 'ok' }

export function formatTable(results: readonly StepResult[]): string {
  const width = (name: 'step' | 'expected') => Math.max(...[TITLES, ...results].map((result) => result[name].length))
  const line = ({ step, expected, seen }: StepResult, outcome: string) =>
    [outcome.padEnd(8), step.padEnd(width('step')), expected.padEnd(width('expected')), seen].join('  ').trimEnd()
  return [line(TITLES, 'Result'), ...results.map((result) => line(result, result.outcome))].join('\n')
}
