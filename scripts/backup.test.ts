import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#test/postgres-server.ts'
import { startShopProcess } from '#test/shop-process.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')
const BACKUP_KEY = randomBytes(32).toString('base64')
let folder = ''
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'))
  postgres = await startPostgres(path.join(folder, 'postgres'))
})
afterAll(async () => {
  await postgres.server.stop()
  await rm(folder, { recursive: true, force: true })
})

type Outcome = { code: number; text: string }

async function run(
  script: 'backup' | 'restore',
  environment: Record<string, string>,
  ...args: string[]
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, BACKUP_KEY, NODE_ENV: 'test', ...environment }
  const command = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: projectFolder, env })
  return command.then(
    ({ stdout }) => ({ code: 0, text: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr.trim() }),
  )
}

async function productNames(address: string): Promise<string> {
  const response = await fetch(`${address}/shop-all`)
  return Array.from((await response.text()).matchAll(/\/products\/[a-z0-9-]+/g), ([name]) => name).join(' ')
}

/** Each test starts several shops in sequence. */
const LONG_MS = 600_000

/** Stopped after the test, even if it fails. */
async function startShop(environment: Record<string, string>) {
  const shop = await startShopProcess({ BACKUP_KEY, NODE_ENV: 'test', ...environment })
  const end = async () => {
    shop.child.kill('SIGTERM')
    await shop.ended
  }
  onTestFinished(end)
  return { address: shop.address, end }
}

test(
  'backs up a running shop on the built-in database and restores it into another folder',
  async () => {
    const environment = { DATA_DIR: path.join(folder, 'first'), BACKUP_DIR: path.join(folder, 'backups') }
    const shop = await startShop(environment)
    const names = await productNames(shop.address)
    expect(names).toContain('/products/pure-bloom')
    expect(await run('backup', environment)).toEqual({
      code: 0,
      text: expect.stringMatching(/^Backed up and verified \d+ rows \(\d+ KB\): bloomera-.+\.backup$/),
    })
    // The shop holds the folder's lock.
    expect(await run('restore', environment, 'latest', '--replace')).toEqual({
      code: 1,
      text: expect.stringContaining('is in use by another shop process'),
    })
    await shop.end()
    const elsewhere = { ...environment, DATA_DIR: path.join(folder, 'second') }
    expect(await run('restore', elsewhere, 'latest')).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^Restored \d+ rows in \d+ tables, as of .+Z\.\n\nStart the shop with npm start\. No one can sign in until/,
      ),
    })
    const copy = await startShop(elsewhere)
    expect(await productNames(copy.address)).toBe(names)
  },
  LONG_MS,
)

test(
  'moves the shop to PostgreSQL, backs it up while it runs, and refuses to overwrite it',
  async () => {
    const environment = {
      DATABASE_URL: `${postgres.address}/postgres`,
      DATA_DIR: path.join(folder, 'beside'),
      BACKUP_DIR: path.join(folder, 'backups'),
    }
    expect(await run('restore', environment, 'latest')).toMatchObject({ code: 0 })
    const shop = await startShop(environment)
    expect(await productNames(shop.address)).toContain('/products/pure-bloom')
    expect(await run('backup', environment)).toMatchObject({ code: 0 })
    // A restored shop leaves the backups of the one it came from alone, as that may still be running.
    const stored = (await readdir(environment.BACKUP_DIR)).filter((name) => name.endsWith('.backup'))
    expect(stored).toHaveLength(2)
    expect(await run('restore', { ...environment, DATABASE_URL: `${postgres.address}/template1` }, 'latest')).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^There are backups of 2 shops in the folder .+\. Pass the name of the one to restore:\nbloomera-.+\nbloomera-.+$/,
      ),
    })
    expect(await run('restore', environment, stored[0] ?? '', '--replace')).toEqual({
      code: 1,
      text: 'A shop is running on this database. Stop it first.',
    })
  },
  LONG_MS,
)

test(
  'refuses what it cannot back up or restore, before creating any folder',
  async () => {
    const dataDir = path.join(folder, 'never')
    const foreign = path.join(folder, 'holiday.jpg')
    await writeFile(foreign, randomBytes(1000))
    expect(await run('restore', { DATA_DIR: dataDir }, foreign)).toEqual({
      code: 1,
      text: 'This file isn’t a Bloomera backup.',
    })
    expect(await run('restore', { DATA_DIR: dataDir, BACKUP_DIR: folder }, 'latest')).toEqual({
      code: 1,
      text: `No such backup in the folder ${folder}.`,
    })
    expect(await run('restore', { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      text: expect.stringContaining('Usage:'),
    })
    // Pruning would delete a good backup of the same day in favor of an empty one.
    expect(await run('backup', { DATA_DIR: dataDir, BACKUP_DIR: folder })).toEqual({
      code: 1,
      text: `There is no shop in ${dataDir}.`,
    })
    expect(await run('backup', { DATABASE_URL: `${postgres.address}/template1`, BACKUP_DIR: folder })).toEqual({
      code: 1,
      text: 'There is no shop in this database.',
    })
    expect(await run('backup', { DATABASE_URL: `${postgres.address}/template1` })).toMatchObject({
      code: 1,
      text: expect.stringContaining('Backups aren’t set up.'),
    })
    expect(await readdir(folder)).not.toContain('never')
  },
  LONG_MS,
)
