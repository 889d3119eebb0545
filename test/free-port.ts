import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral range of any system: an outgoing connection would hold the port, plus a minute in TIME_WAIT.
 * Above 10080, which browsers and fetch refuse.
 */
const PORTS = { from: 10_100, to: 16_000 }
const given = new Set<number>()

/** A port for a server that must restart at the same address, so that port 0 won't do. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
