import cluster from 'node:cluster'
import type { Logger } from 'pino'

/** Everything that may be under way has a limit of its own; this one is for what nobody thought of. */
const LIMIT_MS = 60_000

/**
 * Ends this process after it has finished what it can: when it is asked to, when its supervisor is gone (nobody would
 * end it then, and it holds port and data), and after an error that nobody caught, which leaves it in an unknown state.
 */
export function endInOrder({ log, finish }: { log: Logger; finish: () => Promise<void> }): void {
  let isEnding = false
  let exitCode = 0

  async function end(why: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    log.info({ why }, 'finishing what is in flight')
    setTimeout(() => process.exit(1), LIMIT_MS).unref()
    await finish().catch((error: unknown) => {
      log.error({ err: error }, 'not everything could be finished')
      exitCode = 1
    })
    process.exit(exitCode)
  }

  function crash(error: unknown): void {
    log.fatal({ err: error }, 'an error that nobody caught; this process ends')
    exitCode = 1
    void end('error')
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal))
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const { worker } = cluster
  if (worker)
    worker.once('disconnect', () => {
      // Else Node ends it on the spot.
      worker.exitedAfterDisconnect = true
      void end('supervisor gone')
    })
  else process.once('disconnect', () => void end('supervisor gone'))
}
