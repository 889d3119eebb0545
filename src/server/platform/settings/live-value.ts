const CHECK_MS = 1000

/** The current value of a setting, as pages show it. */
export type LiveValue<Shown> = {
  current: () => Shown
  /** Reads it from the database again. */
  load: () => Promise<void>
  /** Calls the listener whenever something else is shown. Returns a function that stops it. */
  onChange: (listener: () => void) => () => void
}

export type LiveValueDeps<Stored, Shown> = {
  /** Until it is loaded for the first time. */
  initial: Stored
  find: () => Promise<Stored>
  /** The part that is shown at this moment, because schedules start and end by the clock. */
  shownNow: (stored: Stored) => Shown
}

/**
 * A setting that is cached in memory, so that pages that don't need the database stay that way. A database notification
 * reloads it; the clock is checked every second. The notification comes only once, so a reload that failed is repeated
 * until it succeeds.
 */
export function createLiveValue<Stored, Shown>({ initial, find, shownNow }: LiveValueDeps<Stored, Shown>) {
  let stored = initial
  let shown = JSON.stringify(current())
  let notify = () => {}
  let started = 0
  let loaded = 0
  let underWay = 0

  function current(): Shown {
    return shownNow(stored)
  }

  function notifyIfChanged(): void {
    const found = JSON.stringify(current())
    if (found === shown) return
    shown = found
    notify()
  }

  async function load(): Promise<void> {
    const number = ++started
    underWay += 1
    try {
      const found = await find()
      // Of two concurrent loads, the first to start may finish last, with an outdated value.
      if (number < loaded) return
      loaded = number
      stored = found
    } finally {
      underWay -= 1
    }
    notifyIfChanged()
  }

  function check(): void {
    notifyIfChanged()
    // The caller of `load` was told about the failure.
    if (loaded < started && underWay === 0) load().catch(() => {})
  }

  return {
    current,
    load,

    onChange(listener) {
      notify = listener
      const timer = setInterval(check, CHECK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  } satisfies LiveValue<Shown>
}
