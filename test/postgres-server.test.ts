import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findServerUser, installedBinaries, reachableBinaries } from './postgres-binaries.ts'
import { startPostgres } from './postgres-server.ts'

test.runIf(process.getuid?.() === 0)(
  'starts for root in a folder that only root can enter, binaries included',
  async () => {
    const locked = await mkdtemp(path.join(tmpdir(), 'only-root-'))
    onTestFinished(() => rm(locked, { recursive: true, force: true }))
    expect((await stat(locked)).mode & 0o777).toBe(0o700)
    const installed = path.join(locked, 'native')
    await cp(installedBinaries(), installed, { recursive: true, verbatimSymlinks: true })
    const copied = await reachableBinaries(await findServerUser(), installed)
    expect(copied.startsWith(locked)).toBe(false)
    // Vitest ends its workers without the exit that removes it.
    onTestFinished(() => rm(path.resolve(copied, '../..'), { recursive: true, force: true }))

    const { server, address } = await startPostgres(await mkdtemp(path.join(locked, 'data-')), installed)
    onTestFinished(() => server.stop())
    await server.createDatabase('shop')
    const client = new pg.Client({ connectionString: `${address}/shop` })
    await client.connect()
    expect((await client.query('show server_encoding')).rows).toEqual([{ server_encoding: 'UTF8' }])
    await client.end()
  },
)
