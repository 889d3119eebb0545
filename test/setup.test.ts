import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const PACKAGE = { name: 'scratch', version: '1.0.0', private: true }

let folder: string
let installed: string

/** A project without packages, whose setup has installed a Node, as on a host with an older one. */
beforeEach(async () => {
  await mkdir(path.join(root, 'test-results'), { recursive: true })
  folder = await mkdtemp(path.join(root, 'test-results/setup-'))
  await mkdir(path.join(folder, 'scripts'))
  for (const name of ['setup.mjs', 'find-chromium.mjs', 'runtime'])
    await cp(path.join(root, 'scripts', name), path.join(folder, 'scripts', name), { recursive: true })
  installed = await runtimeNode()
  await mkdir(path.dirname(installed), { recursive: true })
  const node = await realpath(process.execPath)
  await link(node, installed).catch(() => copyFile(node, installed))
  await copyFile(path.join(root, 'scripts/runtime/package-lock.json'), path.join(folder, '.runtime/package-lock.json'))
  await savePackages()
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true })
  await symlink(path.relative(path.join(folder, 'node_modules/.bin'), installed), linked())
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const linked = () => path.join(folder, 'node_modules/.bin/node')

/** Where the setup looks for it on this platform. */
async function runtimeNode(): Promise<string> {
  const setup = await readFile(path.join(root, 'scripts/setup.mjs'), 'utf8')
  const name = new RegExp(`'${process.platform}-${process.arch}': '(.+)'`).exec(setup)?.[1]
  return path.join(folder, '.runtime/node_modules', name ?? 'none', 'bin/node')
}

async function savePackages(version = '1.0.0'): Promise<void> {
  const named = { ...PACKAGE, version }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(named))
  const lock = { name: named.name, version, lockfileVersion: 3, requires: true, packages: { '': named } }
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
}

/** As npm does: on the Node whose link comes first. */
async function setUp(node = linked(), environment: Record<string, string> = {}): Promise<string> {
  return (await run(node, ['scripts/setup.mjs', 'dev'], { cwd: folder, env: { ...process.env, ...environment } }))
    .stdout
}

/** A registry that has another Node under the pinned name and version, and says that its hash is right. */
async function startRegistry() {
  const name = path.basename(path.resolve(installed, '../..'))
  const content = path.join(folder, 'tampered/package')
  await mkdir(path.join(content, 'bin'), { recursive: true })
  const lock = JSON.parse(await readFile(pinned(), 'utf8')) as Lock
  const { version = '' } = lock.packages[`node_modules/${name}`] ?? {}
  const manifest = { name, version, bin: { node: 'bin/node' } }
  await writeFile(path.join(content, 'package.json'), JSON.stringify(manifest))
  const program = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`
  await writeFile(path.join(content, 'bin/node'), program, { mode: 0o755 })
  const file = path.join(folder, 'tampered.tgz')
  await run('tar', ['-czf', file, '-C', path.dirname(content), 'package'])
  const tarball = await readFile(file)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  let downloads = 0
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      downloads += 1
      response.end(tarball)
      return
    }
    const dist = { tarball: `${address}tampered.tgz`, integrity }
    const versions = { [version]: { ...manifest, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    program,
    downloads: () => downloads,
    environment: {
      npm_config_registry: address,
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_audit: 'false',
    },
    async pinItsHash(): Promise<void> {
      Object.assign(lock.packages[`node_modules/${name}`] ?? {}, { integrity })
      await writeFile(pinned(), JSON.stringify(lock))
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

type Lock = { packages: Record<string, { version?: string; integrity?: string }> }
const pinned = () => path.join(folder, 'scripts/runtime/package-lock.json')

test('keeps to the Node it has installed when the packages change', async () => {
  expect(await setUp()).toContain('installed packages')
  expect(await realpath(linked())).toBe(await realpath(installed))
  expect(await setUp()).toBe('')
  await savePackages('1.0.1')
  expect(await setUp()).toContain('installed packages')
  expect(await realpath(linked())).toBe(await realpath(installed))
})

test('links the Node it has installed again if something has removed the link', async () => {
  await setUp()
  await rm(linked())
  expect(await setUp(installed)).toBe('')
  expect(existsSync(linked())).toBe(true)
})

test('refuses a Node whose hash is not the pinned one, whatever the registry says', async () => {
  const registry = await startRegistry()
  // As after an update of the pinned version.
  await rm(path.join(folder, '.runtime/package-lock.json'))
  const node = await realpath(process.execPath)
  const output = (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`
  expect(await setUp(linked(), registry.environment).catch(output)).toContain("doesn't match the version pinned")
  expect(existsSync(installed)).toBe(false)

  // It was the hash: with that one, the same download is installed.
  await registry.pinItsHash()
  await mkdir(path.dirname(installed), { recursive: true })
  await link(node, installed).catch(() => copyFile(node, installed))
  expect(await setUp(linked(), registry.environment)).toContain('installed Node')
  expect(await readFile(installed, 'utf8')).toBe(registry.program)
  expect(registry.downloads()).toBeGreaterThan(0)
  await registry.close()
})
