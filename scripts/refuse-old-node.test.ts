import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Makes Node claim to be another version. */
function claimed(version: string): string[] {
  const source = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
}

function run(script: string, version: string) {
  const file = path.join(import.meta.dirname, script)
  return spawnSync(process.execPath, [...claimed(version), file], { encoding: 'utf8', timeout: 60_000 })
}

test.each(['start.mjs', 'start.ts'])('%s refuses a Node that is too old, and says what to do', (script) => {
  const { status, stderr, stdout } = run(script, '23.11.1')
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr: 'The shop needs Node 24 or later, but this is Node 23.11.1. Run npm start, which installs it.\n',
    stdout: '',
  })
})

test('accepts the pinned Node, and later ones', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'runtime/package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  for (const version of Object.values(optionalDependencies))
    expect(run('refuse-old-node.mjs', version)).toMatchObject({ status: 0, stderr: '' })
})
