import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

/** One server of a CDN: adds the visitor's address to X-Forwarded-For and calls the origin from its own. */
export async function startEdge({ origin, address }: { origin: string; address: string }) {
  const server = http.createServer((request, response) => {
    const visitor = request.socket.remoteAddress ?? ''
    const claimed = request.headers['x-forwarded-for']?.toString()
    const passed = https.request(origin + request.url, {
      method: request.method ?? 'GET',
      headers: { ...request.headers, 'x-forwarded-for': claimed === undefined ? visitor : `${claimed}, ${visitor}` },
      localAddress: address,
      family: 4,
      agent: false,
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
