import { BackupError } from './backup-error.ts'
import { createByteReader } from './byte-reader.ts'

export type TarFile = { name: string; body: Buffer }

const BLOCK = 512
const DAMAGED = 'This backup is damaged.'

/** One file in the POSIX ustar format. */
export function tarFile(name: string, body: Uint8Array, at: Date): Buffer {
  return Buffer.concat([tarHeader(name, body.length, at), body, Buffer.alloc(padding(body.length))])
}

export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK)
}

/** Yields the files of an archive, holding one in memory at a time. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const reader = createByteReader(source)
  try {
    for (;;) {
      const header = await reader.read(BLOCK)
      if (header.length < BLOCK) throw new BackupError(DAMAGED)
      if (header.every((byte) => byte === 0)) break
      const [name, size] = [textAt(header, 0, 100), Number.parseInt(textAt(header, 124, 12), 8)]
      if (Number.parseInt(textAt(header, 148, 8), 8) !== checksum(header)) throw new BackupError(DAMAGED)
      const body = await reader.read(size)
      if (body.length < size) throw new BackupError(DAMAGED)
      await reader.read(padding(size))
      yield { name, body }
    }
    // Drain the stream: decryption detects truncation only at its end.
    while ((await reader.read(BLOCK)).length > 0);
  } finally {
    await reader.close()
  }
}

function tarHeader(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`name too long for ustar: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(
    `${Math.floor(at.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Sum of all header bytes, with the checksum field itself counted as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

function textAt(header: Buffer, start: number, length: number): string {
  return header
    .toString('utf8', start, start + length)
    .replace(/\0.*$/s, '')
    .trim()
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}
