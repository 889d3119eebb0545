import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { freePort } from '../test/free-port.ts'
import { stageRelease } from './release/stage-release.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-release-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a release runs away from this repository, without npm or Node on the machine', async () => {
  const release = path.join(folder, 'release')
  const secret = `deploy/secrets/of-a-test-${randomUUID()}`
  await stageBeside(secret, release)
  const port = String(await freePort())
  const bloomera = path.join(release, 'bin/bloomera')
  const env = {
    // For dirname and readlink; contains nothing from this project.
    PATH: '/usr/bin:/bin',
    NODE_ENV: 'test',
    PORT: port,
    EMULATOR_PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
  }
  const shop = spawn(bloomera, ['start'], { cwd: '/', env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(shop, 'exit')
  try {
    const address = `http://localhost:${port}`
    const answer = (at: string) => fetch(new URL(at, address)).catch(() => undefined)
    await eventually(async () => (await answer('/readyz'))?.status === 200, 120_000)
    expect(await (await answer('/'))?.text()).toContain('Pure Bloom')
    const { stdout } = await promisify(execFile)(bloomera, ['operator', 'add', 'owner@bloomera.example'], {
      cwd: '/',
      env,
    })
    expect(stdout).toContain(address)
  } finally {
    shop.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  await expect(promisify(execFile)(bloomera, ['dance'], { env })).rejects.toMatchObject({
    stderr: 'Usage: bloomera start | doctor | operator | backup | restore\n',
  })
  for (const left of [
    secret,
    'scripts/release.test.ts',
    'src/server/env.test.ts',
    'node_modules/vite',
    'node_modules/typescript',
  ])
    await expect(access(path.join(release, left)), left).rejects.toMatchObject({ code: 'ENOENT' })
})

/** The clone that the release is built from contains the secrets of someone's own shop. */
async function stageBeside(secret: string, release: string): Promise<void> {
  const file = path.resolve(import.meta.dirname, '..', secret)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'not to be shipped')
  try {
    stageRelease(release)
  } finally {
    await rm(file)
    // It stays if it contains anything else.
    await rmdir(path.dirname(file)).catch(() => {})
  }
}
