import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES = { MX: 15, TXT: 16 }
const NO_SUCH_NAME = 3
const HEADER_BYTES = 12

export type DnsRecords = Record<string, { TXT?: string[]; MX?: string[] }>

/** A real DNS server on this machine that knows these names and no others. */
export async function startDnsServer(records: DnsRecords) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const known = records[name]
    const answers = [
      ...(type === TYPES.TXT ? (known?.TXT ?? []).map(textData) : []),
      ...(type === TYPES.MX ? (known?.MX ?? []).map(mailServerData) : []),
    ]
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    // A response from a recursive resolver.
    header.writeUInt16BE(0x81_80 | (known ? 0 : NO_SUCH_NAME), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    const sections = answers.map((data) => {
      const fixed = Buffer.alloc(12)
      // The queried name, after the header.
      fixed.writeUInt16BE(0xc0_00 | HEADER_BYTES, 0)
      fixed.writeUInt16BE(type, 2)
      fixed.writeUInt16BE(1, 4)
      fixed.writeUInt16BE(data.length, 10)
      return Buffer.concat([fixed, data])
    })
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...sections]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A text record in parts of at most 255 characters. */
function textData(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'ascii')])))
}

function mailServerData(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([Buffer.from([0, 10]), ...labels, Buffer.from([0])])
}
