import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startShopProcess } from '#test/shop-process.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

async function operator(dataDir: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const run = promisify(execFile)
  return (await run(process.execPath, ['scripts/operator.ts', ...words], { cwd: projectFolder, env })).stdout
}

test('adds operators before the first start and while the shop runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'))
  expect(await operator(folder, 'add', 'ana@bloomera.example')).toContain('http://localhost:3000/admin/link/')
  const shop = await startShopProcess({ DATA_DIR: folder, NODE_ENV: 'test' })
  await operator(folder, 'add', 'kim@bloomera.example', '--role', 'staff')
  expect(await operator(folder, 'list')).toMatch(/^owner +ana@bloomera\.example\nstaff +kim@bloomera\.example\n/m)
  await expect(operator(folder, 'add', 'kim@bloomera.example')).rejects.toThrow('Command failed')
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  await rm(folder, { recursive: true, force: true })
})

test('says in one sentence that the database does not respond', async () => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://shop:topsecretword@localhost:9/shop' }
  const failed = promisify(execFile)(process.execPath, ['scripts/operator.ts', 'list'], { cwd: projectFolder, env })
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL doesn't work: connect ECONNREFUSED .*\n$/),
  })
})
