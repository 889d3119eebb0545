import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Plugin } from 'vite'

export type Change = { id: string; file: string; line: number; mutator: string; replacement: string }

const silent = () => {}
const SILENT = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

type Callee = { type?: string; name?: string; object?: Callee }
type Visited = { node: { type: string; callee?: Callee } }

/** What only a log shows: the arguments of `log.warn(…)`, and those of `new Error(…)`. No test repeats such words. */
const LOGGED = {
  shouldIgnore(visited: object): string | undefined {
    const { type, callee } = (visited as Visited).node
    const isLogged =
      (type === 'CallExpression' && callee?.object?.name === 'log') ||
      (type === 'NewExpression' && (callee?.name === 'Error' || callee?.name === 'AggregateError'))
    return isLogged ? 'only logged' : undefined
  },
}

/** Puts every change into the files behind a switch, and has Vite load these instead of the files themselves. */
export async function instrument(
  root: string,
  files: readonly string[],
): Promise<{ changes: Change[]; plugin: Plugin }> {
  const sources = files.map((file) => {
    const name = path.join(root, file)
    return { name, content: readFileSync(name, 'utf8'), mutate: true }
  })
  const options = { plugins: null, excludedMutations: [], ignorers: [LOGGED] }
  const instrumented = await new Instrumenter(SILENT).instrument(sources, options)
  const contents = new Map(instrumented.files.map(({ name, content }) => [name, content]))
  return {
    changes: instrumented.mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        file: path.relative(root, fileName),
        line: location.start.line + 1,
        mutator: mutatorName,
        replacement: (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 90),
      })),
    plugin: {
      name: 'bloomera:changes',
      enforce: 'pre',
      transform: (_, id) => contents.get(id.replace(/\?.*$/, '')),
    },
  }
}
