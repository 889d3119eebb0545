import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type Manifest, MANIFEST_FILE, manifestSchema } from './manifest.ts'
import { type BackupSecret, unseal } from './seal.ts'
import { readTar, type TarFile } from './tar.ts'

/** A backup that can be read from its beginning, as often as wanted. */
export type BackupSource = () => Promise<AsyncIterable<Uint8Array>>

const DAMAGED = 'This backup is damaged.'

/** The files of a backup in their order, decrypted and unpacked. */
export async function* readFiles(source: BackupSource, secret: BackupSecret): AsyncGenerator<TarFile> {
  const unzip = createGunzip()
  // An error on the way ends the last stream, whose reader gets it.
  pipeline(Readable.from(unseal(await source(), secret)), unzip, () => {})
  try {
    yield* readTar(unzip)
  } catch (error) {
    throw isZlibError(error) ? new BackupError(DAMAGED, { cause: error }) : error
  } finally {
    unzip.destroy()
  }
}

/** Reads a backup to its end and compares every file with the manifest. */
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
  const isWhole =
    listed.length === found.size &&
    listed.every(({ name, rows, sha256 }) => found.get(name)?.rows === rows && found.get(name)?.sha256 === sha256) &&
    manifest.tables.every(({ rows, files }) => rows === files.reduce((sum, file) => sum + file.rows, 0))
  if (!isWhole) throw new BackupError(DAMAGED)
  return manifest
}

export function sha256Of(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The rows of a file; each line ends with a line feed, which JSON never holds bare. */
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

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_|^ERR_/.test(String(error.code))
}
