import net from 'node:net'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/open-postgres.ts'

export type DatabaseLine = {
  /** The same database, reached over the line. */
  database: Database
  cut: () => void
  mend: () => void
  close: () => void
}

/** The wire between a shop and its PostgreSQL, to be cut and mended. */
export async function openDatabaseLine(direct: Database): Promise<DatabaseLine> {
  const address = new URL(inject('databaseTemplate'))
  const wire = await startWire(Number(address.port))
  const [row] = await direct.withConnection((connection) => connection.rows('select current_database() as name'))
  address.port = String(wire.port)
  address.pathname = String(row?.name)
  return { ...wire, database: openPostgres({ url: address.href }) }
}

async function startWire(port: number) {
  const sockets = new Set<net.Socket>()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => void (isCut = false),
    close: () => void server.close(),
  }
}
