import net from 'node:net'
import { inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres, type PostgresOptions } from '#server/platform/db/open-postgres.ts'

export type DatabaseLine = {
  /** The same database, reached through the proxy. */
  database: Database
  /** The proxy's address. */
  url: string
  cut: () => void
  /** Keeps both ends open but drops all traffic. */
  swallow: () => void
  /** Delays all traffic until mend(). */
  hold: () => void
  mend: () => void
  /** The COMMIT of the next order reaches the server, but its response is lost: the connection is cut until mend() is called. */
  loseNextOrder: () => Promise<void>
  /** Holds all traffic right before the COMMIT of the next order, as if the process was halted there, until mend(). */
  haltNextOrder: () => Promise<void>
  close: () => void
}

/** A proxy between a shop and its PostgreSQL that can be cut and restored. */
export async function openDatabaseLine(
  direct: Database,
  options: Omit<PostgresOptions, 'url'> = {},
): Promise<DatabaseLine> {
  const address = new URL(inject('databaseTemplate'))
  const wire = await startWire(Number(address.port))
  const [row] = await direct.withConnection((connection) => connection.rows('select current_database() as name'))
  address.port = String(wire.port)
  address.pathname = String(row?.name)
  return { ...wire, url: address.href, database: openPostgres({ url: address.href, ...options }) }
}

/** The server's confirmation of a commit. */
const COMMITTED = /COMMIT\0/
const COMMITS = /commit\0/
const MAKES_ORDER = /insert into "orders"/

async function startWire(port: number) {
  const sockets = new Set<net.Socket>()
  let state: 'whole' | 'cut' | 'swallowing' | 'holding' = 'whole'
  let held: (() => void)[] = []
  let onCommit: (() => void) | undefined
  let onHalt: (() => void) | undefined
  function cut(): void {
    state = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  function loseCommit(): void {
    cut()
    onCommit?.()
    onCommit = undefined
  }
  function halt(): void {
    state = 'holding'
    onHalt?.()
    onHalt = undefined
  }
  function pass(deliver: () => void): void {
    if (state === 'holding') held.push(deliver)
    else deliver()
  }
  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = net.connect(port, '127.0.0.1')
    // After dropped bytes the protocol stream can no longer be parsed.
    let hasHole = false
    let isOrder = false
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => {
        const text = chunk.toString('latin1')
        if (one === near) isOrder ||= MAKES_ORDER.test(text)
        else if (isOrder && onCommit && COMMITTED.test(text)) return loseCommit()
        if (one === near && isOrder && onHalt && COMMITS.test(text)) halt()
        hasHole ||= state === 'swallowing'
        if (hasHole) return
        pass(() => other.write(chunk))
      })
      // The server can't know either that a client gave up.
      one.on('end', () => pass(() => other.end()))
      one.on('error', () => pass(() => other.destroy()))
      one.on('close', () => sockets.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    swallow: () => void (state = 'swallowing'),
    loseNextOrder: () => new Promise<void>((resolve) => (onCommit = resolve)),
    haltNextOrder: () => new Promise<void>((resolve) => (onHalt = resolve)),
    hold: () => void (state = 'holding'),
    mend: () => {
      state = 'whole'
      for (const deliver of held) deliver()
      held = []
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
