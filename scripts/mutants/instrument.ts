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

/** Puts every change into the files behind a switch, and has Vite load these instead of the files themselves. */
export async function instrument(
  root: string,
  files: readonly string[],
): Promise<{ changes: Change[]; plugin: Plugin }> {
  const sources = files.map((file) => {
    const name = path.join(root, file)
    return { name, content: readFileSync(name, 'utf8'), mutate: true }
  })
  const options = { plugins: null, excludedMutations: [], ignorers: [] }
  const instrumented = await new Instrumenter(SILENT).instrument(sources, options)
  const contents = new Map(instrumented.files.map(({ name, content }) => [name, content]))
  return {
    changes: instrumented.mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
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
