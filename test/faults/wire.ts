import net from 'node:net'

/** Out of the shop, or into it. */
export type Direction = 'out' | 'in'

export type Wire = {
  port: number
  /** Counts packets from now on; when the n-th arrives, before it is passed on, the fault happens. */
  arm: (n: number, onHit: (direction: Direction) => void) => void
  disarm: () => void
  /** Ends all connections and refuses new ones until it is mended; what was on its way is lost. */
  cut: () => void
  /** Of the exchanges that count nothing passes, and nothing is lost, until it is mended. */
  hold: () => void
  mend: () => void
  close: () => Promise<void>
}

type Exchange = { isCounted: boolean }
type Pipe = { from: net.Socket; to: net.Socket; direction: Direction; exchange: Exchange }

/** Tells from what the shop sends whether the exchange that begins with it counts; undefined when it goes on. */
export type Classify = (sent: string) => boolean | undefined

/** A line between the shop and a server on this machine that counts what passes, and breaks on demand. */
export async function openWire(targetPort: number, classify: Classify = () => true): Promise<Wire> {
  const pipes = new Set<Pipe>()
  let armed: { left: number; onHit: (direction: Direction) => void } | undefined
  let state: 'up' | 'cut' | 'held' = 'up'

  function join(pipe: Pipe): void {
    const { from, to, direction, exchange } = pipe
    pipes.add(pipe)
    from.on('data', (chunk) => {
      if (direction === 'out') exchange.isCounted = classify(chunk.toString('latin1')) ?? exchange.isCounted
      if (exchange.isCounted) count(direction)
      pass(() => to.write(chunk))
    })
    from.on('end', () => pass(() => to.end()))
    // A sender that gives up does not take back what is held up in the network.
    from.on('error', () => pass(() => to.destroy()))

    function pass(deliver: () => unknown): void {
      if (state === 'held' && exchange.isCounted) held.push(deliver)
      else if (state !== 'cut') deliver()
    }
    from.on('close', () => pipes.delete(pipe))
  }

  const held: (() => unknown)[] = []

  function count(direction: Direction): void {
    if (!armed) return
    armed.left -= 1
    if (armed.left > 0) return
    const { onHit } = armed
    armed = undefined
    onHit(direction)
  }

  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = net.connect(targetPort, '127.0.0.1')
    const exchange = { isCounted: false }
    join({ from: near, to: far, direction: 'out', exchange })
    join({ from: far, to: near, direction: 'in', exchange })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function cut(): void {
    state = 'cut'
    held.length = 0
    for (const { from, to } of pipes) {
      from.destroy()
      to.destroy()
    }
  }

  return {
    port: (server.address() as net.AddressInfo).port,
    arm: (left, onHit) => void (armed = { left, onHit }),
    disarm: () => void (armed = undefined),
    cut,
    hold: () => void (state = 'held'),
    mend: () => {
      state = 'up'
      for (const deliver of held.splice(0)) deliver()
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
