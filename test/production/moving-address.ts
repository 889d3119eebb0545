import net, { type AddressInfo } from 'node:net'

export type MovingAddress = {
  port: number
  /** Points it to another server; connections to the old one end. */
  moveTo: (port: number) => void
  close: () => void
}

/** The database's address, which stays the same when another server takes over: a virtual IP, or a name in DNS. */
export async function openMovingAddress(first: number): Promise<MovingAddress> {
  const sockets = new Set<net.Socket>()
  let target = first
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
