import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

type FrontParts = {
  key: string
  cert: string
  /** The local port that serves a host name. */
  portOf: (hostname: string) => number
  /** For tests that need a proxy which interferes. */
  changeHeaders?: (headers: http.IncomingHttpHeaders) => http.IncomingHttpHeaders
}

/**
 * Terminates TLS for local servers under any host name. A browser reaches it through its resolver rules, a process
 * through an HTTPS proxy.
 */
export async function startTlsFront({ key, cert, portOf, changeHeaders = (headers) => headers }: FrontParts) {
  const front = https.createServer({ key, cert }, (request, response) => {
    const { hostname } = new URL(`https://${request.headers.host}`)
    const passed = http.request({
      host: 'localhost',
      port: portOf(hostname),
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, changeHeaders(answer.headers))
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  const proxy = http.createServer((_request, response) => void response.writeHead(405).end())
  const tunnels = new Set<Duplex>()
  proxy.on('connect', (_request, socket, head) => {
    const inside = net.connect((front.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      inside.write(head)
      inside.pipe(socket).pipe(inside)
    })
    for (const end of [socket, inside]) {
      tunnels.add(end)
      end.on('error', () => end.destroy()).on('close', () => tunnels.delete(end))
    }
  })
  const [port, proxyPort] = await Promise.all([listen(front), listen(proxy)])
  return {
    port,
    proxyPort,
    async close(): Promise<void> {
      for (const tunnel of tunnels) tunnel.destroy()
      await Promise.all([close(front), close(proxy)])
    },
  }
}

function listen(server: http.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
