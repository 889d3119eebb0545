import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findServerUser, installedBinaries, isOpenToOthers, reachableBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

/** PostgreSQL's shutdown modes: end every session and stop cleanly, or drop everything as in a crash. */
export const SHUTDOWNS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Independent of the machine's locale (LANG is unset in most containers). Before 17 the system's C.UTF-8 is as close. */
function anyLocale(version: number): string[] {
  return version >= 17
    ? ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--encoding=UTF8', '--locale=C.UTF-8']
}
/**
 * Throwaway data: as fast as memory, but still a real server. Several test files run at once, some of them with a crowd
 * of connections.
 */
const SETTINGS = [
  'fsync=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'wal_keep_size=512MB',
]

/**
 * A PostgreSQL server for the tests, with its data in a temporary folder. Not started by the package that ships its
 * binaries: that one exits the process with code 0, even when tests fail.
 */
export async function startPostgres(folder: string, installed = installedBinaries(), replicates?: Replicated) {
  const user = await findServerUser()
  const home = user ? await openHome(folder) : folder
  const binaries = await reachableBinaries(user, installed)
  const databaseDir = path.join(home, 'cluster')
  const port = await freePort()
  const address = `postgres://postgres:postgres@127.0.0.1:${port}`
  let child: ChildProcess | undefined

  if (replicates) await copyCluster(replicates, databaseDir)
  else {
    await mkdir(databaseDir, { recursive: true })
    if (user) await chown(databaseDir, user.uid, user.gid)
    const { stdout } = await run(path.join(binaries, 'postgres'), ['--version'])
    const locale = anyLocale(Number(/\d+/.exec(stdout)?.[0]))
    await run(
      path.join(binaries, 'initdb'),
      [`--pgdata=${databaseDir}`, '--auth=trust', '--username=postgres', '--no-sync', ...locale],
      { ...user, cwd: home },
    )
  }

  async function start(): Promise<void> {
    const settings = [...SETTINGS, ...(replicates ? [`primary_conninfo=${replicates.address}/postgres`] : [])].flatMap(
      (setting) => ['-c', setting],
    )
    child = spawn(path.join(binaries, 'postgres'), ['-D', databaseDir, '-p', String(port), ...settings], {
      ...user,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    endWithProcess(child)
    await untilReady(child)
  }

  async function end(mode: keyof typeof SHUTDOWNS): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(SHUTDOWNS[mode])
    await ended
  }

  await start()
  return {
    server: {
      start,
      async createDatabase(name: string): Promise<void> {
        const client = new pg.Client({ connectionString: `${address}/postgres` })
        await client.connect()
        try {
          await client.query(`create database ${client.escapeIdentifier(name)}`)
        } finally {
          await client.end()
        }
      },
      async stop(): Promise<void> {
        await end('fast')
        await rm(home === folder ? databaseDir : home, { recursive: true, force: true })
      },
    },
    address,
    databaseDir,
    /** Stops the server; its data stays, and server.start() restarts it. */
    shutDown: end,
  }
}

/** A server that another one follows. */
type Replicated = { address: string; databaseDir: string }

/** A copy of a running server's files, made by hand: its package lacks pg_basebackup. */
async function copyCluster({ address, databaseDir }: Replicated, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${address}/postgres` })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', fast => true)`)
    await run('cp', ['-a', databaseDir, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(path.join(to, 'postmaster.pid'), { force: true })
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(path.join(to, 'standby.signal'), '')
    await run('chown', ['-R', '--reference', databaseDir, to])
  } finally {
    await client.end()
  }
}

/** The folder itself if the server's user can access it, else one under the system's temporary folder. */
async function openHome(folder: string): Promise<string> {
  const home = (await isOpenToOthers(path.dirname(folder))) ? folder : await mkdtemp('/tmp/bloomera-postgres-')
  await chmod(home, 0o755)
  return home
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (/database system is ready to accept (?:read-only )?connections/.test(said)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
  })
}

/** However this process ends, short of kill -9. Its exit code is not changed. */
function endWithProcess(child: ChildProcess): void {
  const kill = () => void child.kill(SHUTDOWNS.immediate)
  const onSignal = (signal: NodeJS.Signals) => {
    kill()
    // Without other listeners, the signal keeps its default action.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  process.once('exit', kill)
  for (const signal of SIGNALS) process.once(signal, onSignal)
  child.once('exit', () => {
    process.off('exit', kill)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
