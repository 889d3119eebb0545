import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
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
async function setUp(node = linked()): Promise<string> {
  return (await run(node, ['scripts/setup.mjs', 'dev'], { cwd: folder })).stdout
}

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
