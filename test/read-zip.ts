import { crc32, inflateRawSync } from 'node:zlib'

/** Reads a zip through its central directory and verifies each file's size and CRC. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field)) as [number, number, number]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
    if (files.has(name)) throw new Error(`${name} appears twice`)
    files.set(name, content)
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}
