import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorText } from '#server/platform/error-text.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSecret, decrypt } from './encryption.ts'
import { type Manifest, MANIFEST_FILE, manifestSchema } from './manifest.ts'
import { readTar, type TarFile } from './tar.ts'

/** Opens a backup for reading from the start; can be called repeatedly. */
export type BackupSource = () => Promise<AsyncIterable<Uint8Array>>

const DAMAGED = 'This backup is damaged.'

/** Yields the files of a backup in order, decrypted and decompressed. */
export async function* readFiles(source: BackupSource, secret: BackupSecret): AsyncGenerator<TarFile> {
  const unzip = createGunzip()
  // No callback needed: pipeline destroys `unzip` with the error, and reading it throws.
  pipeline(Readable.from(decrypt(readSource(source), secret)), unzip, () => {})
  try {
    yield* readTar(unzip)
  } catch (error) {
    throw isZlibError(error) ? new BackupError(DAMAGED, { cause: error }) : error
  } finally {
    unzip.destroy()
  }
}

/** Reads a whole backup and checks every file against the manifest. */
export async function verifyArchive(source: BackupSource, secret: BackupSecret): Promise<Manifest> {
  const found = new Map<string, { rows: number; sha256: string }>()
  let manifest: Manifest | undefined
  for await (const { name, body } of readFiles(source, secret)) {
    if (manifest || found.has(name)) throw new BackupError(DAMAGED)
    if (name === MANIFEST_FILE) manifest = parseManifest(body)
    else found.set(name, { rows: linesOf(body).length, sha256: sha256Of(body) })
  }
  if (!manifest) throw new BackupError(DAMAGED)
  const listed = manifest.tables.flatMap(({ files }) => files)
  const isComplete =
    listed.length === found.size &&
    listed.every(({ name, rows, sha256 }) => found.get(name)?.rows === rows && found.get(name)?.sha256 === sha256) &&
    manifest.tables.every(({ rows, files }) => rows === files.reduce((sum, file) => sum + file.rows, 0))
  if (!isComplete) throw new BackupError(DAMAGED)
  return manifest
}

export function sha256Of(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The rows of an NDJSON file. JSON escapes line feeds, so each one ends a row. */
export function linesOf(body: Buffer): string[] {
  return body.toString().split('\n').slice(0, -1)
}

function parseManifest(body: Buffer): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(body.toString()))
  } catch (cause) {
    throw new BackupError('This backup was made by a newer version of the shop. Update the shop, then restore it.', {
      cause,
    })
  }
}

/** If the disk or network fails while a backup is read, the backup isn't damaged. */
async function* readSource(source: BackupSource): AsyncGenerator<Uint8Array> {
  try {
    yield* await source()
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`The backup can’t be read: ${errorText(error)}`, { cause: error })
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
