/**
 * Measures the shop's speed as ratios to references of the same run: machines are shared, and an absolute time proves
 * nothing. Rounds of shop and reference alternate, the medians are compared, and the figures go to bench/results/. No
 * test asserts on them.
 */
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { startShopProcess } from '../test/shop-process.ts'
import { measureDesk } from './desk.ts'
import { median } from './median.ts'
import { measureOrders } from './orders.ts'
import { measureReviews } from './reviews.ts'
import { measureSearch } from './search.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const CONNECTIONS = 16

const dataDir = path.join(tmpdir(), `bloomera-bench-${process.pid}`)

/**
 * Requests per second over keep-alive connections. Bytes are written and counted on raw sockets: an HTTP client in this
 * process would cost more than the servers it measures.
 */
async function throughput(address: string): Promise<number> {
  const { hostname, port } = new URL(address)
  const request = `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`
  const size = await answerSize(hostname, Number(port), request)
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
  return bytes / size / (ROUND_MS / 1000)
}

/** All responses of one server have the same length: same page, same headers, dates and ids of fixed width. */
async function answerSize(hostname: string, port: number, request: string): Promise<number> {
  const once = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const socket = net.connect(port, hostname, () => socket.write(once))
  const whole = Buffer.concat(await socket.toArray())
  const headEnd = whole.indexOf('\r\n\r\n') + 4
  const [head] = whole.toString('latin1').split('\r\n\r\n', 1)
  if (!head?.startsWith('HTTP/1.1 200')) throw new Error(`${hostname}:${port} answered ${head}`)
  const kept =
    Buffer.byteLength('Connection: keep-alive\r\nKeep-Alive: timeout=30') - Buffer.byteLength('Connection: close')
  return headEnd + kept + (whole.byteLength - headEnd)
}

const BARE_SERVER = `
  const { createServer } = require('node:http')
  const chunks = []
  process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const body = Buffer.concat(chunks)
    const headers = { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': body.byteLength }
    createServer({ keepAliveTimeout: 30000 }, (request, response) => response.writeHead(200, headers).end(body)).listen(0, 'localhost', function () {
      console.log('http://localhost:' + this.address().port)
    })
  })
`

/** Plain node:http, responding with the same bytes, in a separate process like the shop. */
async function startBareServer(body: Buffer): Promise<{ address: string; stop: () => void }> {
  const child = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(body)
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { address, stop: () => child.kill() }
}

async function brotliBody(address: string): Promise<Buffer> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(address, { headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject)
  })
  return Buffer.concat(await response.toArray())
}

/** Seconds from process start to the first 200, on a shop that has run before. */
async function warmStart(): Promise<number> {
  const start = performance.now()
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  const { status } = await fetch(shop.address)
  const seconds = (performance.now() - start) / 1000
  if (status !== 200) throw new Error(`the shop answered ${status}`)
  shop.child.kill('SIGTERM')
  await shop.ended
  return seconds
}

/** The time to start Node alone: the reference for a warm start. */
async function bareNodeStart(): Promise<number> {
  const start = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', resolve))
  return (performance.now() - start) / 1000
}

const shop = await startShopProcess({ DATA_DIR: dataDir })
const bare = await startBareServer(await brotliBody(shop.address))
await throughput(shop.address)
await throughput(bare.address)
const rounds: { shop: number; bare: number }[] = []
for (let round = 0; round < ROUNDS; round += 1)
  rounds.push({ shop: await throughput(shop.address), bare: await throughput(bare.address) })
bare.stop()
shop.child.kill('SIGTERM')
await shop.ended

const starts: number[] = []
const nodeStarts: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  starts.push(await warmStart())
  nodeStarts.push(await bareNodeStart())
}

const results = {
  machine: `${process.platform} ${process.arch}, ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`,
  cachedHomePage: {
    requestsPerSecond: Math.round(median(rounds.map((round) => round.shop))),
    bareServerRequestsPerSecond: Math.round(median(rounds.map((round) => round.bare))),
    ratioToBareServer: Number(median(rounds.map((round) => round.shop / round.bare)).toFixed(2)),
  },
  warmStart: {
    seconds: Number(median(starts).toFixed(2)),
    ratioToBareNode: Number((median(starts) / median(nodeStarts)).toFixed(1)),
  },
  search: await measureSearch(),
  reviews: await measureReviews(),
  desk: await measureDesk(dataDir),
  orders: await measureOrders(),
}
const folder = path.join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(path.join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
