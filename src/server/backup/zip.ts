import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { BackupError } from './backup-error.ts'

export type ZipEntry = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

type Listed = { name: Buffer; crc: number; packed: number; bytes: number; offset: number }

const MAX_32 = 0xff_ff_ff_ff
const MAX_16 = 0xff_ff
/** Names in UTF-8; lengths and check sum follow the content, as nobody knows them before. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** Midnight of January 1, 1980, the first day of a zip. */
const NO_TIME = 0x00_21_00_00

/** A zip that is made while it is read: no file of it is ever in memory as a whole. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const listed: Listed[] = []
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
    let [crc, bytes, packed] = [0, 0, 0]
    async function* measured() {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        yield chunk
      }
    }
    for await (const chunk of Readable.from(measured()).compose(createDeflateRaw())) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (bytes > MAX_32 || packed > MAX_32) throw new BackupError(`${text} is larger than a zip can hold.`)
    const lengths = record(0x08_07_4b_50, [crc, 4], [packed, 4], [bytes, 4])
    yield lengths
    offset += packed + lengths.length
    listed.push({ name, crc, packed, bytes, offset: start })
  }
  yield* directory(listed, offset)
}

function* directory(listed: readonly Listed[], start: number): Generator<Buffer> {
  let size = 0
  for (const { name, crc, packed, bytes, offset } of listed) {
    // Behind the first 4 GB the place of a file stands in a field of its own (zip64).
    const far = offset > MAX_32 ? record(undefined, [1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0)
    const head = record(
      0x02_01_4b_50,
      [45, 2],
      [45, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [NO_TIME, 4],
      [crc, 4],
      [packed, 4],
      [bytes, 4],
      [name.length, 2],
      [far.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [Math.min(offset, MAX_32), 4],
    )
    yield Buffer.concat([head, name, far])
    size += head.length + name.length + far.length
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

/** Numbers with their lengths in bytes, lowest byte first, after a signature. */
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
