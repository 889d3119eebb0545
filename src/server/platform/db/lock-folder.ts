import { randomUUID } from 'node:crypto'
import { chmod, rename, unlink } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Keeps a second process out of a data folder. The lock is a Unix socket in the folder: the kernel closes it when its
 * holder dies, even on kill -9, so a socket that accepts connections is a live lock and any other is stale. A PID file
 * could not tell the two apart once PIDs are reused.
 */
export async function lockFolder(folder: string): Promise<{ release: () => Promise<void> }> {
  const socketPath = socketOf(folder)
  const server = (await listen(socketPath)) ?? (await takeOver(socketPath, folder))
  await chmod(socketPath, 0o600)
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Returns true if a process currently holds the lock. */
export function isFolderLocked(folder: string): Promise<boolean> {
  return acceptsConnections(socketOf(folder))
}

/** Relative, because socket paths are limited to about 100 bytes. */
function socketOf(folder: string): string {
  return path.relative(process.cwd(), path.join(folder, 'in-use'))
}

async function takeOver(socketPath: string, folder: string): Promise<net.Server> {
  const inUse = new StartError(
    `The data folder ${folder} is in use by another shop process. Stop that one, or set a different DATA_DIR.`,
  )
  if (await acceptsConnections(socketPath)) throw inUse
  const aside = `${socketPath}.${randomUUID()}`
  await rename(socketPath, aside).catch((cause) => {
    // Another process took over the same stale lock first.
    throw cause.code === 'ENOENT' ? inUse : cause
  })
  // Another process may have taken over between the check and the rename. If the socket we moved is live, put it back.
  if (await acceptsConnections(aside)) {
    await rename(aside, socketPath)
    throw inUse
  }
  await unlink(aside)
  const server = await listen(socketPath)
  if (!server) throw inUse
  return server
}

function listen(socketPath: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((visitor) => visitor.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else
        reject(
          new StartError(
            `The data folder can't be locked (${error.code}). Make it writable, or set a different DATA_DIR.`,
            { cause: error },
          ),
        )
    })
    server.listen(socketPath, () => {
      server.unref()
      resolve(server)
    })
  })
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(socketPath)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
