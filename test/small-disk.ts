import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Why a small disk can't be mounted here, for the name of the skipped test; undefined if it can. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0 && canMount()
    ? undefined
    : ' (skipped: mounting a tmpfs needs Linux and root)'

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A separate file system that can really be filled up. */
export async function openSmallDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const filler = path.join(folder, 'filler')
  return {
    folder,
    /** Up to the last page. */
    async fill(): Promise<void> {
      for (let bytes = 4 * 1024 * 1024; bytes >= 4096; bytes /= 2) {
        const chunk = Buffer.alloc(bytes)
        try {
          for (;;) await appendFile(filler, chunk)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free: () => rm(filler, { force: true }),
    async close(): Promise<void> {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
