import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { BackupError } from './backup-error.ts'

export type ZipEntry = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

type ListedEntry = { name: Buffer; crc: number; compressed: number; bytes: number; offset: number }

const MAX_32 = 0xff_ff_ff_ff
const MAX_16 = 0xff_ff
/** UTF-8 names; sizes and CRC follow the content in a data descriptor, as they aren't known before. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** Midnight of January 1, 1980, the earliest date in a zip. */
const NO_TIME = 0x00_21_00_00

/** Streams a zip without ever holding a whole file in memory. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const listed: ListedEntry[] = []
  let offset = 0
  for await (const { name: text, content } of entries) {
    const name = Buffer.from(text)
    const start = offset
    const local = record(
      0x04_03_4b_50,
      [20, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [NO_TIME, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    )
    yield Buffer.concat([local, name])
    offset += local.length + name.length
    let [crc, bytes, compressed] = [0, 0, 0]
    async function* measured() {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        yield chunk
      }
    }
    for await (const chunk of Readable.from(measured()).compose(createDeflateRaw())) {
      compressed += (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (bytes > MAX_32 || compressed > MAX_32) throw new BackupError(`${text} is too large for a zip.`)
    const lengths = record(0x08_07_4b_50, [crc, 4], [compressed, 4], [bytes, 4])
    yield lengths
    offset += compressed + lengths.length
    listed.push({ name, crc, compressed, bytes, offset: start })
  }
  yield* centralDirectory(listed, offset)
}

function* centralDirectory(listed: readonly ListedEntry[], start: number): Generator<Buffer> {
  let size = 0
  for (const { name, crc, compressed, bytes, offset } of listed) {
    // Offsets beyond 4 GB go into a zip64 extra field.
    const zip64 = offset > MAX_32 ? record(undefined, [1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0)
    const head = record(
      0x02_01_4b_50,
      [45, 2],
      [45, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [NO_TIME, 4],
      [crc, 4],
      [compressed, 4],
      [bytes, 4],
      [name.length, 2],
      [zip64.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [Math.min(offset, MAX_32), 4],
    )
    yield Buffer.concat([head, name, zip64])
    size += head.length + name.length + zip64.length
  }
  const count = listed.length
  if (count > MAX_16 || start > MAX_32 || size > MAX_32) {
    yield record(
      0x06_06_4b_50,
      [44, 8],
      [45, 2],
      [45, 2],
      [0, 4],
      [0, 4],
      [count, 8],
      [count, 8],
      [size, 8],
      [start, 8],
    )
    yield record(0x07_06_4b_50, [0, 4], [start + size, 8], [1, 4])
  }
  const [shown, shownSize, shownStart] = [Math.min(count, MAX_16), Math.min(size, MAX_32), Math.min(start, MAX_32)]
  yield record(0x06_05_4b_50, [0, 2], [0, 2], [shown, 2], [shown, 2], [shownSize, 4], [shownStart, 4], [0, 2])
}

/** Little-endian numbers with their byte lengths, after an optional signature. */
function record(signature: number | undefined, ...fields: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const all: [number, number][] = signature === undefined ? fields : [[signature, 4], ...fields]
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}
