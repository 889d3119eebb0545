import { chmod, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

const OWNER_FOLDER = 0o700
const OWNER_FILE = 0o600

/**
 * Creates the data folder and makes it and its contents inaccessible to other users of the machine: it holds the
 * database, emails with order links, and the command socket. The umask covers files that the process adds later.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_FOLDER })
    await close(folder)
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} isn't writable. Fix its permissions, or set a different DATA_DIR.`,
      { cause },
    )
  }
}

async function close(folder: string): Promise<void> {
  await chmod(folder, OWNER_FOLDER)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) await close(full)
    // Chmod follows symbolic links, and the target may be elsewhere.
    else if (!entry.isSymbolicLink()) await chmod(full, OWNER_FILE).catch(ignoreMissing)
  }
}

/** A process that is shutting down may still be removing its sockets. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
