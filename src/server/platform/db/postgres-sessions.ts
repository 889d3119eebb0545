import pg from 'pg'
import { redact } from '#server/platform/redact.ts'
import { withScopeComment } from '#server/platform/scope.ts'
import { inSpan } from '#server/platform/trace.ts'
import type { PoolStats } from './database.ts'

export type SessionOptions = {
  url: string
  maxConnections: number
  /** Enforced by the server. */
  statementTimeoutMs: number
  /** Called for every connection that breaks. */
  onTrouble: (error: Error) => void
}

/** A connection checked out for one unit of work. */
export type Session = {
  query: (config: pg.QueryConfig | string, values?: unknown[], limitMs?: number) => Promise<pg.QueryResult>
  /** Closes the connection when the work ends, along with any locks or settings left behind. */
  discard: () => void
}

export type Sessions = {
  /**
   * Checks out a connection. If it may be broken or still in a transaction, it is closed instead of returned to the
   * pool.
   */
  use: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  stats: () => PoolStats
  close: () => Promise<void>
}

export const CONNECT_TIMEOUT_MS = 2000
/** Grace period beyond the server's own timeout before a connection counts as dead. */
const ANSWER_SLACK_MS = 2000
const IDLE_TIMEOUT_MS = 60_000
/** Limits how long a connection can keep pointing at the old server after a failover. */
const MAX_LIFETIME_SECONDS = 1800
const CLOSE_GRACE_MS = 5000
const MAX_TRACED_TEXT = 500
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The pool uses one timeout for both connecting and queueing; connecting gets a shorter one. */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

export function createSessions({ url, maxConnections, statementTimeoutMs, onTrouble }: SessionOptions): Sessions {
  const answerLimitMs = statementTimeoutMs + ANSWER_SLACK_MS
  const pool = new pg.Pool({
    connectionString: url,
    Client: ImpatientClient,
    max: maxConnections,
    connectionTimeoutMillis: answerLimitMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    application_name: 'bloomera',
    statement_timeout: statementTimeoutMs,
    // A process that was halted, or whose machine is gone, would keep its locks for as long as that lasts.
    idle_in_transaction_session_timeout: answerLimitMs,
    ...KEEP_ALIVE,
  })
  // An 'error' event without a listener ends the process, and the pool forwards only those of idle connections.
  pool.on('connect', (client) => client.on('error', onTrouble))
  pool.on('error', () => {})

  async function use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let isBroken = false
    let isReleased = false

    function release(): void {
      if (isReleased) return
      isReleased = true
      client.release(isBroken || client.getTransactionStatus() !== 'I')
    }

    async function query(config: pg.QueryConfig | string, values?: unknown[], limitMs = answerLimitMs) {
      const late = Promise.withResolvers<never>()
      // Whatever state the socket or the driver is in, the caller gets an error and the connection is never reused.
      const timer = setTimeout(() => {
        isBroken = true
        release()
        late.reject(new Error(`PostgreSQL did not respond within ${limitMs} ms`))
      }, limitMs)
      try {
        return await inSpan('sql', attributesOf(config), () =>
          Promise.race([client.query(named(config), values), late.promise]),
        )
      } catch (error) {
        isBroken ||= !isRefusal(error)
        throw error
      } finally {
        clearTimeout(timer)
      }
    }

    try {
      return await work({ query, discard: () => void (isBroken = true) })
    } finally {
      release()
    }
  }

  return {
    use,
    stats: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: maxConnections,
    }),
    close: async () => {
      // Lets work in progress finish, up to a limit.
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref())])
    },
  }
}

/** Values are sent separately from the text. */
function attributesOf(config: pg.QueryConfig | string) {
  const text = typeof config === 'string' ? config : config.text
  return () => ({ 'db.system.name': 'postgresql', 'db.query.text': redact(text.slice(0, MAX_TRACED_TEXT)) })
}

function named(config: pg.QueryConfig | string): pg.QueryConfig | string {
  return typeof config === 'string' ? withScopeComment(config) : { ...config, text: withScopeComment(config.text) }
}

/**
 * Returns true if the server rejected the statement but kept the session. After any other error its state is unknown.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !ENDS_SESSION.test(error.code ?? '')
}

/** Connection exceptions, shutdown, dropped database, session timeouts. */
const ENDS_SESSION = /^(08|57P|25P0[34])/
