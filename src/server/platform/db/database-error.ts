/** Deadlock and serialization failure: the server has rolled the transaction back, and it can be retried. */
const CONFLICTS = new Set(['40001', '40P01'])
/** The server is starting, shutting down or was killed, the connection broke, or the transaction idled for too long. */
const CONNECTION_LOST = new Set([
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])
/** Messages of `pg` for a broken connection, which has no error code. */
const BROKEN_CONNECTION = /^Connection terminated|Client has encountered a connection error/
/** Disk full or file system quota exceeded. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Walks the chain of causes, because the query builder wraps driver errors. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

function codesOf(error: unknown): string[] {
  return [...causesOf(error)].flatMap((cause) => {
    const { code } = cause as NodeJS.ErrnoException
    return typeof code === 'string' ? [code] : []
  })
}

/** Returns true if the server rolled back because of a conflict with a concurrent transaction. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => CONFLICTS.has(code))
}

/** Returns true if the server was unreachable or the connection was lost. */
export function isConnectionLoss(error: unknown): boolean {
  return (
    codesOf(error).some((code) => CONNECTION_LOST.has(code) || code.startsWith('08')) ||
    [...causesOf(error)].some(({ message }) => BROKEN_CONNECTION.test(message))
  )
}

/**
 * Returns true if the server rejected the transaction (a conflict or a violated constraint), so it certainly did not
 * commit.
 */
export function isRefusedCommit(error: unknown): boolean {
  return codesOf(error).some((code) => /^(?:40|23)...$/.test(code))
}

export function isDiskFull(error: unknown): boolean {
  return codesOf(error).some((code) => DISK_FULL.has(code))
}

/** Returns true if a statement hit its lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return codesOf(error).includes('55P03')
}
