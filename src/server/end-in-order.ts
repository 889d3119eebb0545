import cluster from 'node:cluster'
import type { Logger } from 'pino'

/** Everything in flight has its own timeout; this one is the backstop. */
const LIMIT_MS = 60_000

/**
 * Graceful shutdown of this process: on a signal, when its supervisor is gone (nothing else would end it, and it holds
 * port and data), and after an uncaught error, which leaves it in an unknown state.
 */
export function endInOrder({ log, finish }: { log: Logger; finish: () => Promise<void> }): void {
  let isEnding = false
  let exitCode = 0

  async function end(why: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    log.info({ why }, 'shutting down; finishing requests in flight')
    setTimeout(() => process.exit(1), LIMIT_MS).unref()
    await finish().catch((error: unknown) => {
      log.error({ err: error }, 'graceful shutdown failed')
      exitCode = 1
    })
    process.exit(exitCode)
  }

  function crash(error: unknown): void {
    log.fatal({ err: error }, 'uncaught error; shutting down')
    exitCode = 1
    void end('error')
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal))
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const { worker } = cluster
  if (worker)
    worker.once('disconnect', () => {
      // Otherwise Node ends it immediately.
      worker.exitedAfterDisconnect = true
      void end('supervisor gone')
    })
  else process.once('disconnect', () => void end('supervisor gone'))
}
