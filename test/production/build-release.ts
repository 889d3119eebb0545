import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const projectFolder = path.resolve(import.meta.dirname, '../..')

/** Another release of the shop, built in a separate folder from a commit or a tag. Returns its full commit. */
export async function buildRelease(from: string, folder: string): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: projectFolder })).stdout.trim()
  const commit = await git('rev-parse', '--verify', '--end-of-options', `${from}^{commit}`)
  await mkdir(folder, { recursive: true })
  const archive = `${folder}.tar`
  await git('archive', '--format=tar', `--output=${archive}`, commit)
  await run('tar', ['-xf', archive, '-C', folder])
  // The same packages are already there; another release may need others.
  const isSame = (await installedLock(projectFolder)) === (await lockOf(folder))
  if (isSame) await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'))
  await run(process.execPath, ['scripts/setup.mjs', isSame ? 'build' : 'start'], {
    cwd: folder,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}` },
    maxBuffer: 64 * 1024 * 1024,
  })
  return commit
}

/** Version of the installed packages, recorded by setup.mjs after installing them. */
async function installedLock(folder: string): Promise<string> {
  return (await readFile(path.join(folder, 'node_modules/.bloomera-lock'), 'utf8').catch(() => 'none')).trim()
}

async function lockOf(folder: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path.join(folder, 'package-lock.json')))
    .digest('hex')
}
