import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { countEarlyEnds, restartDelayMs } from '#domain/time/restart-delay.ts'
import { REPLACEMENT, type WorkerMessage } from './worker-message.ts'

export type SupervisorOptions = {
  /** The file that every worker runs. */
  file: string
  workers: number
  /** Called only once, however many workers request it. */
  onEmulator: (settings: Record<string, string>) => void
  onWorkerEnd: (end: WorkerEnd) => void
}

/** `err` says why a worker couldn't be started at all. */
export type WorkerEnd = { code: number | null; signal: string | null; err?: unknown; restartInMs: number }

export type Supervisor = {
  /** Lets the workers finish, then exits with the code. */
  stop: (exitCode: number) => void
}

/** Longer than a worker's graceful shutdown takes. */
const STOP_LIMIT_MS = 75_000

/**
 * Keeps the shop's processes running. A single one binds the port itself; several share it. A worker that can't start
 * for a reason only the operator can fix is not retried: the reason is printed, and everything ends.
 */
export function supervise({ file, workers: count, onEmulator, onWorkerEnd }: SupervisorOptions): Supervisor {
  const workers = new Set<ChildProcess>()
  let exitCode: number | undefined
  let hasEmulator = false

  function keepRunning(earlyEnds = 0, isReplacement = false): void {
    if (exitCode !== undefined) return
    const startedAt = performance.now()
    try {
      const worker = start(isReplacement ? { [REPLACEMENT]: 'yes' } : {})
      workers.add(worker)
      worker.on('message', onMessage)
      worker.once('exit', (code, signal) => {
        workers.delete(worker)
        ended({ code, signal })
      })
      worker.on('error', (err) => {
        // Other errors come from a worker that runs. One that failed to spawn has no exit event.
        if (worker.pid === undefined && workers.delete(worker)) ended({ code: null, signal: null, err })
      })
    } catch (err) {
      ended({ code: null, signal: null, err })
    }

    function ended(end: Omit<WorkerEnd, 'restartInMs'>): void {
      if (exitCode !== undefined) return endWhenDone()
      const ends = countEarlyEnds({ lastedMs: performance.now() - startedAt, earlyEnds })
      const restartInMs = restartDelayMs(ends)
      onWorkerEnd({ ...end, restartInMs })
      setTimeout(() => keepRunning(ends, true), restartInMs)
    }
  }

  /** Throws for some reasons, such as too little memory; for others, such as too many processes, the worker has an error. */
  function start(marks: Record<string, string>): ChildProcess {
    if (count === 1) return fork(file, { env: { ...process.env, ...marks } })
    const worker = cluster.fork(marks)
    // The cluster repeats its process's errors. Without a listener, each would end the supervisor and so all workers.
    worker.on('error', () => {})
    return worker.process
  }

  function onMessage(message: WorkerMessage): void {
    if (message.kind === 'cannot-start' && exitCode === undefined) {
      process.stderr.write(`${message.reason}\n`)
      stop(1)
    }
    if (message.kind === 'emulator' && !hasEmulator) {
      hasEmulator = true
      onEmulator(message.settings)
    }
  }

  function stop(code: number): void {
    if (exitCode !== undefined) return
    exitCode = code
    for (const worker of workers) worker.kill('SIGTERM')
    setTimeout(() => {
      exitCode = 1
      for (const worker of workers) worker.kill('SIGKILL')
    }, STOP_LIMIT_MS).unref()
    endWhenDone()
  }

  function endWhenDone(): void {
    if (workers.size === 0) process.exit(exitCode)
  }

  if (count > 1) cluster.setupPrimary({ exec: file })
  for (let index = 0; index < count; index += 1) keepRunning()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return { stop }
}
