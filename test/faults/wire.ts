import net from 'node:net'

/** Out of the shop, or into it. */
export type Direction = 'out' | 'in'

export type Wire = {
  port: number
  /** Counts packets from now on; the fault happens right before the n-th is passed on. */
  arm: (n: number, onHit: (direction: Direction) => void) => void
  disarm: () => void
  /** Closes all connections and refuses new ones until mend(); data in flight is lost. */
  cut: () => void
  /** Delays the counted exchanges until mend(), without losing anything. */
  hold: () => void
  mend: () => void
  close: () => Promise<void>
}

type Exchange = { isCounted: boolean }
type Pipe = { from: net.Socket; to: net.Socket; direction: Direction; exchange: Exchange }

/** Returns true if the exchange that starts with this data counts; undefined if it continues an exchange. */
export type Classify = (sent: string) => boolean | undefined

/** A proxy between the shop and a local server that counts packets, and breaks on demand. */
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
    // A sender that gives up doesn't recall what is delayed in the network.
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
