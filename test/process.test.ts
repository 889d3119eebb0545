import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PGLITE_OPTIONS } from '#server/platform/db/open-pglite.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { startShopProcess } from './shop-process.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends raw bytes and reads until the server closes. */
function raw(address: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(address).port), 'localhost')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(text)
  })
}

test('starts, serves, rejects what it must and shuts down cleanly', async () => {
  const dataDir = path.join(folder, 'first')
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  const home = await fetch(shop.address)
  expect(home.status).toBe(200)
  const html = await home.text()
  expect(html).toContain('Pure Bloom')
  const script = await fetch(new URL(/\/assets\/[^"\s]+\.js/.exec(html)?.[0] ?? '', shop.address), {
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-encoding')).toBe('br')

  const headersOf = async (headers: Record<string, string>) => {
    const { headers: sent } = await fetch(shop.address, { headers })
    // A page that is requested again is compressed better, at some time after that.
    return [...sent].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
  }
  // The first response in an encoding comes through the framework, the second straight from memory.
  expect(await headersOf({ 'accept-encoding': 'gzip' })).toEqual(await headersOf({ 'accept-encoding': 'gzip' }))

  expect(await raw(shop.address, 'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD, POST/i,
  )
  expect(await raw(shop.address, 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  )
  expect(await raw(shop.address, 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  )
  expect(await raw(shop.address, 'GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(shop.address, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  )

  const second = await startShopProcess({ DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `The data folder ${dataDir} is in use by another shop process. Stop that one, or set a different DATA_DIR.\n`,
  )

  const port = new URL(shop.address).port
  const third = await startShopProcess({ DATA_DIR: path.join(folder, 'second'), PORT: port })
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(`Port ${port} is already in use.`)

  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('refuses to start with one message if the data folder is not writable', async () => {
  const file = path.join(folder, 'a-file')
  await writeFile(file, '')
  const shop = await startShopProcess({ DATA_DIR: path.join(file, 'data') })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toBe(
    `The data folder ${path.join(file, 'data')} isn't writable. Fix its permissions, or set a different DATA_DIR.\n`,
  )
})

test('refuses requests from elsewhere in development', async () => {
  const shop = await startShopProcess({ DATA_DIR: path.join(folder, 'laptop') })
  const statusOf = async (target: string, ...headers: string[]) => {
    const lines = [`GET ${target} HTTP/1.1`, 'Connection: close', ...headers, '', '']
    return Number((await raw(shop.address, lines.join('\r\n'))).split(' ')[1])
  }
  // Once through the framework and once from the page cache.
  for (const target of ['/mailbox', '/', '/']) {
    expect(await statusOf(target, 'Host: localhost'), target).toBe(200)
    expect(await statusOf(target, 'Host: bloomera.example'), target).toBe(421)
    expect(await statusOf(target, 'Host: localhost', 'X-Forwarded-For: 203.0.113.9'), target).toBe(421)
  }
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('keeps other users of the machine out of the data folder', async () => {
  const dataDir = path.join(folder, 'private')
  // As left by an older version, or by a manual copy.
  await mkdir(path.join(dataDir, 'mailbox'), { recursive: true })
  await writeFile(path.join(dataDir, 'mailbox/old.part'), '')
  for (const name of ['', 'mailbox', 'mailbox/old.part']) await chmod(path.join(dataDir, name), 0o777)

  const shop = await startShopProcess({ DATA_DIR: dataDir, EMULATOR_PORT: String(await freePort()) })
  const signup = await fetch(`${shop.address}/functions/v1/email-signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', website: '' }),
  })
  expect(signup.status).toBe(200)
  await eventually(async () => (await readdir(path.join(dataDir, 'mailbox'))).some((name) => name.endsWith('.json')))
  const names = await readdir(dataDir, { recursive: true })
  for (const expected of ['in-use', 'commands', 'square-ledger.jsonl', 'shop/PG_VERSION', 'mailbox/old.part'])
    expect(names).toContain(expected)
  const open: string[] = []
  for (const name of ['', ...names]) {
    // PostgreSQL removes some of its own files in the meantime.
    const found = await stat(path.join(dataDir, name)).catch(() => undefined)
    if (found && (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600))
      open.push(`${name} ${(found.mode & 0o777).toString(8)}`)
  }
  expect(open).toEqual([])
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('refuses to start with a wrong setting and names it', async () => {
  const shop = await startShopProcess({ PORT: 'high' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toBe('PORT must be a number.\n')
})

test('refuses to start with a public address but no NODE_ENV', async () => {
  const shop = await startShopProcess({ ...PRODUCTION_ENVIRONMENT, NODE_ENV: '', HOST: '0.0.0.0' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(/^HOST must be [^\n]+\.\nPUBLIC_URL must be [^\n]+NODE_ENV=production\.\n$/)
})

test('loses no acknowledged row on kill -9 during writes', async () => {
  const dataDir = path.join(folder, 'killed')
  await (await PGlite.create(dataDir, PGLITE_OPTIONS)).exec('create table writes (n integer primary key)')
  for (let round = 0; round < 3; round += 1) {
    const acknowledged = await writeUntilKilled(dataDir, round * 1_000_000)
    const reopened = await PGlite.create(dataDir, PGLITE_OPTIONS)
    const { rows } = await reopened.query<{ n: number }>('select n from writes where n >= $1', [round * 1_000_000])
    await reopened.close()
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((n) => !rows.some((row) => row.n === n))).toEqual([])
  }
})

/** Another process inserts rows one by one and prints each number once the database has acknowledged it. */
async function writeUntilKilled(dataDir: string, from: number): Promise<number[]> {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, dataDir, String(from)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  writer.stdout.on('data', (chunk) => {
    said += chunk
    if (said.split('\n').length > 60) writer.kill('SIGKILL')
  })
  await new Promise((resolve) => writer.once('close', resolve))
  return said.split('\n').slice(0, -1).map(Number)
}

const WRITER = `
  import { writeSync } from 'node:fs'
  import { PGlite } from '@electric-sql/pglite'
  import { PGLITE_OPTIONS } from '#server/platform/db/open-pglite.ts'
  const [dataDir, from] = process.argv.slice(1)
  const database = await PGlite.create(dataDir, PGLITE_OPTIONS)
  for (let n = Number(from); ; n += 1) {
    await database.query('insert into writes values ($1)', [n])
    writeSync(1, n + '\\n')
  }
`
