/** The emulator's own time: the machine's, plus what tests have advanced it by. */
export interface Clock {
  now(): number
  /** The time in Square's format. */
  stamp(): string
  offsetMs(): number
  advance(ms: number): void
  /** Runs the task at that moment, even if it's reached by advancing the clock. */
  at(time: number, task: () => void): void
  stop(): void
}

/** Node's timers are limited to 31 bits. */
const MAX_TIMER_MS = 2_000_000_000

export function createClock(startOffsetMs: number): Clock {
  let offset = startOffsetMs
  let tasks: { time: number; task: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function now(): number {
    return Date.now() + offset
  }

  function arm(): void {
    clearTimeout(timer)
    if (tasks.length === 0 || isStopped) return
    const soonest = Math.min(...tasks.map(({ time }) => time))
    timer = setTimeout(runDue, Math.min(Math.max(0, soonest - now()), MAX_TIMER_MS))
    timer.unref()
  }

  function runDue(): void {
    const due = tasks.filter(({ time }) => time <= now()).sort((a, b) => a.time - b.time)
    tasks = tasks.filter((entry) => !due.includes(entry))
    for (const { task } of due) task()
    arm()
  }

  return {
    now,
    stamp: () => new Date(now()).toISOString(),
    offsetMs: () => offset,
    advance(ms) {
      offset += ms
      runDue()
    },
    at(time, task) {
      tasks.push({ time, task })
      arm()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
