import { chmod, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

const OWNER_FOLDER = 0o700
const OWNER_FILE = 0o600

/**
 * Makes the data folder, and closes it and everything in it to other users of the machine: it holds the database,
 * emails with order links, and the socket that takes commands. What the process adds later is private by its umask.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_FOLDER })
    await close(folder)
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} cannot be written. Make it writable, or name another one with DATA_DIR.`,
      { cause },
    )
  }
}

async function close(folder: string): Promise<void> {
  await chmod(folder, OWNER_FOLDER)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) await close(full)
    // A link's own mode means nothing, and what it points at may lie elsewhere.
    else if (!entry.isSymbolicLink()) await chmod(full, OWNER_FILE).catch(ignoreMissing)
  }
}

/** A process that is ending may still remove its sockets. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
