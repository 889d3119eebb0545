import { crc32, deflateSync } from 'node:zlib'

/** Four by six inches at 203 dots per inch, the resolution of label printers. */
const WIDTH = 812
const HEIGHT = 1218
const BAR_WIDTH = 6
const MARGIN = 40

/** A black and white picture with a frame and bars that depend on the number: each label looks different. */
export function labelImage(trackingCode: string): Buffer {
  const rowBytes = Math.ceil(WIDTH / 8)
  const bits = [...Buffer.from(trackingCode)].flatMap((byte) => byte.toString(2).padStart(8, '0').split('').map(Number))
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = Buffer.alloc(rowBytes + 1, 0xff)
    row[0] = 0
    for (let x = 0; x < WIDTH; x += 1)
      if (isInk(x, y, bits)) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) & ~(0x80 >> (x & 7))
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function isInk(x: number, y: number, bits: readonly number[]): boolean {
  const isFrame = x < 8 || y < 8 || x >= WIDTH - 8 || y >= HEIGHT - 8 || (y > 400 && y < 408) || (y > 760 && y < 768)
  if (isFrame) return true
  const bar = Math.floor((x - MARGIN) / BAR_WIDTH)
  return y > 820 && y < 1120 && x >= MARGIN && x < WIDTH - MARGIN && bits[bar % bits.length] === 1
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.byteLength)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
