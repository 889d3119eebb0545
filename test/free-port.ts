import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what any system gives to outgoing connections: one of those would hold the port, and for a minute after. */
const PORTS = { from: 10_000, to: 16_000 }

/** A port for a server that must come back at the same address after it was killed, so that 0 will not do. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
