/** Deadlock and serialization failure: the server has rolled the transaction back and asks for another try. */
const CONFLICTS = new Set(['40001', '40P01'])
/** The server is starting, stopping or was killed, or the connection broke. */
const AWAY = new Set([
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
/** What `pg` says, without a code, about a connection that broke. */
const BROKEN_CONNECTION = /^Connection terminated|Client has encountered a connection error/
/** Disk full, also when the file system's quota is. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Every error of the chain of causes: the query builder wraps what the driver throws. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

function codesOf(error: unknown): string[] {
  return [...causesOf(error)].flatMap((cause) => {
    const { code } = cause as NodeJS.ErrnoException
    return typeof code === 'string' ? [code] : []
  })
}

/** Returns true if the server has rolled back because of what other transactions did at the same time. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => CONFLICTS.has(code))
}

/** Returns true if the server was away or the connection to it was lost. */
export function isConnectionLoss(error: unknown): boolean {
  return (
    codesOf(error).some((code) => AWAY.has(code) || code.startsWith('08')) ||
    [...causesOf(error)].some(({ message }) => BROKEN_CONNECTION.test(message))
  )
}

/** Returns true if the server refused the transaction itself, so that it surely did not commit: a conflict or a broken rule. */
export function isRefusedCommit(error: unknown): boolean {
  return codesOf(error).some((code) => /^(?:40|23)...$/.test(code))
}

export function isDiskFull(error: unknown): boolean {
  return codesOf(error).some((code) => DISK_FULL.has(code))
}

/** Returns true if a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codesOf(error).includes('55P03')
}
