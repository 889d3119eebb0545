/** Replaced as a whole when its source changes. */
export type Reloadable = {
  /** Ends streams, which would keep the old shop open forever. */
  endStreams: () => void
  close: () => Promise<void>
}

export type ReloaderOptions<Shop extends Reloadable> = {
  open: () => Promise<Shop>
  onOpen: () => void
  onFailure: (error: unknown) => void
  /** How long requests in flight may keep the old shop open. */
  drainMs?: number
}

export type Reloader<Shop extends Reloadable> = {
  /** The shop with every edit so far, kept open until released. Throws if it can't open. */
  hold: () => Promise<{ shop: Shop; release: () => void }>
  /** Blocks new requests: something was edited, but open() doesn't read it yet. */
  suspend: () => void
  /** Reopens the shop, even after each suspend(), once open() reads the edit. */
  reload: () => void
  /** Closes the shop until the next edit: its state is unknown. */
  fail: (error: unknown) => void
  isFailed: () => boolean
  close: () => Promise<void>
}

type Generation<Shop> = { shop: Shop; holders: number; idle: PromiseWithResolvers<void> }

const DRAIN_MS = 5000

/**
 * Replaces the shop on every edit: the old one ends with all its workers before the new one opens, and requests in
 * between wait. So no request is ever served by a mix of old and new code.
 */
export function createReloader<Shop extends Reloadable>(options: ReloaderOptions<Shop>): Reloader<Shop> {
  const { open, onOpen, onFailure, drainMs = DRAIN_MS } = options
  let current: Generation<Shop> | undefined
  let failure: { error: unknown } | undefined
  let isStale = false
  let suspended = 0
  let isClosed = false
  let running: Promise<void> | undefined
  let resumed = Promise.withResolvers<void>()

  async function retire(): Promise<void> {
    const old = current
    current = undefined
    if (!old) return
    old.shop.endStreams()
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, drainMs)))
    if (old.holders > 0) await Promise.race([old.idle.promise, limit])
    clearTimeout(timer)
    await old.shop.close().catch(onFailure)
  }

  async function catchUp(): Promise<void> {
    while (isStale) {
      isStale = false
      await retire()
      if (isClosed) break
      try {
        current = { shop: await open(), holders: 0, idle: Promise.withResolvers() }
        failure = undefined
        if (!isStale) onOpen()
      } catch (error) {
        failure = { error }
        // A newer edit may have fixed it.
        if (!isStale) onFailure(error)
      }
    }
    running = undefined
  }

  async function stopUntilEdit(): Promise<void> {
    await retire()
    running = undefined
    if (isStale) start()
  }

  function start(): void {
    isStale = true
    running ??= catchUp()
  }

  /** Another edit may arrive while a reload is awaited. */
  async function settled(): Promise<void> {
    for (;;) {
      if (running) await running
      else if (suspended > 0) await resumed.promise
      else return
    }
  }

  return {
    hold: async () => {
      await settled()
      if (!current) throw failure ? failure.error : new Error('the shop is closed')
      const generation = current
      generation.holders += 1
      let isReleased = false
      return {
        shop: generation.shop,
        release: () => {
          if (isReleased) return
          isReleased = true
          generation.holders -= 1
          if (generation.holders === 0) generation.idle.resolve()
        },
      }
    },
    suspend: () => {
      suspended += 1
    },
    reload: () => {
      suspended = Math.max(0, suspended - 1)
      start()
      if (suspended > 0) return
      resumed.resolve()
      resumed = Promise.withResolvers()
    },
    fail: (error) => {
      failure = { error }
      onFailure(error)
      running ??= stopUntilEdit()
    },
    isFailed: () => failure !== undefined,
    close: async () => {
      isClosed = true
      start()
      await running
    },
  }
}
