import pg from 'pg'

export type SessionOptions = {
  url: string
  maxConnections: number
  /** What the server itself allows a statement. */
  statementTimeoutMs: number
  /** Told of every connection that breaks. */
  onTrouble: (error: Error) => void
}

/** A connection that belongs to one piece of work until that ends. */
export type Session = {
  query: (config: pg.QueryConfig | string, values?: unknown[], limitMs?: number) => Promise<pg.QueryResult>
  /** Has the connection closed in the end: locks or settings that the work has left behind go with it. */
  discard: () => void
}

export type Sessions = {
  /** Lends a connection. One that may be broken, or still be in a transaction, is closed instead of being lent again. */
  use: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export const CONNECT_TIMEOUT_MS = 2000
/** How much later than the server's own limit an answer may arrive before the connection is given up for dead. */
const ANSWER_SLACK_MS = 2000
const IDLE_TIMEOUT_MS = 60_000
/** After a failover some connections still lead to the old server; none does so for longer. */
const MAX_LIFETIME_SECONDS = 1800
const CLOSE_GRACE_MS = 5000
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The pool has one limit for connecting and for waiting in line; a server that does not answer is given less time. */
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
    ...KEEP_ALIVE,
  })
  // An 'error' event that nobody listens to ends the process. The pool passes on those of idle connections only.
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
      // Whatever is left of the wire, and whatever the driver makes of it: the caller gets an answer, and nobody the connection.
      const timer = setTimeout(() => {
        isBroken = true
        release()
        late.reject(new Error(`PostgreSQL did not answer within ${limitMs} ms`))
      }, limitMs)
      try {
        return await Promise.race([client.query(config, values), late.promise])
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
    close: async () => {
      // Whoever still holds a connection may finish, within reason.
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref())])
    },
  }
}

/** Returns true if the server refused the statement and kept the connection: anything else leaves it in doubt. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !ENDS_SESSION.test(error.code ?? '')
}

/** Connection exceptions, shutdown, dropped database, and time-outs of a whole session. */
const ENDS_SESSION = /^(08|57P|25P0[34])/
