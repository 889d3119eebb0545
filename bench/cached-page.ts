/** The cached home page next to plain node:http that sends the same bytes and headers. Rounds of the two alternate. */
import net from 'node:net'
import { startShopProcess } from '../test/shop-process.ts'
import { cpuMs, shopPids } from './cpu.ts'
import { median } from './median.ts'
import { startReferences } from './references.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const CONNECTIONS = 16

export type Server = { address: string; pids: number[] }
export type Round = { requestsPerSecond: number; cpuMs: number }

export async function measureCachedPage(dataDir: string) {
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  const bare = await startReferences(shop.address)
  try {
    const measured = { address: shop.address, pids: await shopPids(shop) }
    await loadHomePage(measured)
    await loadHomePage(bare)
    const rounds: { shop: Round; bare: Round }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ shop: await loadHomePage(measured), bare: await loadHomePage(bare) })
    const medianOf = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    return {
      requestsPerSecond: Math.round(medianOf((round) => round.shop.requestsPerSecond)),
      bareServerRequestsPerSecond: Math.round(medianOf((round) => round.bare.requestsPerSecond)),
      ratioToBareServer: Number(
        medianOf((round) => round.shop.requestsPerSecond / round.bare.requestsPerSecond).toFixed(2),
      ),
      cpuMs: Number(medianOf((round) => round.shop.cpuMs).toFixed(3)),
      bareServerCpuMs: Number(medianOf((round) => round.bare.cpuMs).toFixed(3)),
    }
  } finally {
    bare.stop()
    shop.child.kill('SIGTERM')
    await shop.ended
  }
}

/**
 * Requests over keep-alive connections for a while. Bytes are written and counted on raw sockets: an HTTP client in this
 * process would cost more than the servers it measures.
 */
export async function loadHomePage({ address, pids }: Server): Promise<Round> {
  const { hostname, port } = new URL(address)
  const request = `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`
  const size = await answerSize(hostname, Number(port), request)
  const before = await cpuMs(pids)
  const end = performance.now() + ROUND_MS
  let bytes = 0
  function visitor(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), hostname, () => socket.write(request))
      let received = 0
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        received += chunk.byteLength
        if (received < size) return
        bytes += received
        received = 0
        if (performance.now() < end) socket.write(request)
        else socket.end(() => resolve())
      })
    })
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor))
  const requests = bytes / size
  return { requestsPerSecond: requests / (ROUND_MS / 1000), cpuMs: ((await cpuMs(pids)) - before) / requests }
}

/** All responses of one server have the same length: same page, same headers, dates and ids of fixed width. */
async function answerSize(hostname: string, port: number, request: string): Promise<number> {
  const once = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const socket = net.connect(port, hostname, () => socket.write(once))
  const whole = Buffer.concat(await socket.toArray())
  const headEnd = whole.indexOf('\r\n\r\n') + 4
  const [head] = whole.toString('latin1').split('\r\n\r\n', 1)
  if (!head?.startsWith('HTTP/1.1 200')) throw new Error(`${hostname}:${port} returned ${head}`)
  const kept =
    Buffer.byteLength('Connection: keep-alive\r\nKeep-Alive: timeout=30') - Buffer.byteLength('Connection: close')
  return headEnd + kept + (whole.byteLength - headEnd)
}
