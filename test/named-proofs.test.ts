/** Every test and command that the documents name must exist. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const tests = new Set(
  globSync('{src,db,test,scripts,bench}/**/*.{test,e2e}.{ts,tsx}', { cwd: root }).map((file) => path.basename(file)),
)
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

test.each(['docs/trust.md', 'docs/asvs.md', 'docs/mutants.md'])(
  'names only tests and commands that exist in %s',
  (document) => {
    const text = readFileSync(path.join(root, document), 'utf8')
    const named = [...text.matchAll(/`([\w.-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name = '']) => name)
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !tests.has(name))).toEqual([])
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  },
)

test('counts every requirement of both levels once in docs/asvs.md', () => {
  const rows = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8').matchAll(
    /^\| \d+\.\d+ [^|]+\|([^|]*)\|([^|]*)\|/gm,
  )
  const counts = [...rows].map(([, first = '', second = '']) => ({ L1: countNumbers(first), L2: countNumbers(second) }))
  expect(counts.reduce((sum, { L1 }) => sum + L1, 0)).toBe(70)
  expect(counts.reduce((sum, { L2 }) => sum + L2, 0)).toBe(183)
})

/** '1, 3–5' counts as four. */
function countNumbers(text: string): number {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .reduce((sum, part) => {
      const [from = 0, to = from] = part.split('–').map(Number)
      return sum + to - from + 1
    }, 0)
}
