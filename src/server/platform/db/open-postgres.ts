import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Database } from './database.ts'
import { createPostgresListener, type ListenMode } from './postgres-listener.ts'
import { createReplica } from './postgres-replica.ts'
import { createSessions } from './postgres-sessions.ts'

export type PostgresOptions = {
  url: string
  /** Direct URL of the server: poolers such as PgBouncer support neither LISTEN nor locks and settings of a session. */
  listenUrl?: string | undefined
  listenMode?: ListenMode
  /** A streaming replica that pages are read from. */
  readUrl?: string | undefined
  maxConnections?: number
  statementTimeoutMs?: number
  onTrouble?: (error: Error) => void
}

const STATEMENT_TIMEOUT_MS = 3000
const PING_LIMIT_MS = 2000
const DIRECT_CONNECTIONS = 2

export function openPostgres({
  url,
  listenUrl,
  listenMode = 'notify',
  readUrl,
  maxConnections = 12,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  onTrouble = () => {},
}: PostgresOptions): Database {
  const sessions = createSessions({ url, maxConnections, statementTimeoutMs, onTrouble })
  const direct = listenUrl
    ? createSessions({ url: listenUrl, maxConnections: DIRECT_CONNECTIONS, statementTimeoutMs, onTrouble })
    : sessions
  const replica = readUrl ? createReplica({ url: readUrl, maxConnections, statementTimeoutMs, onTrouble }) : undefined
  const listener = createPostgresListener({
    url: listenUrl ?? url,
    mode: listenMode,
    onTrouble,
    elsewhere: (statement, parameters) => sessions.use((session) => session.query(statement, parameters)),
    ...(replica && { onRead: replica.onRead }),
  })
  let closing: Promise<unknown> | undefined
  const query = (config: QueryConfig, values?: unknown[]) => sessions.use((session) => session.query(config, values))
  const orm = ormOver(query)
  // Drizzle's own implementation leaks the connection if it breaks before the transaction begins, and reports the
  // failed rollback instead of the error that caused it.
  orm.transaction = (work, config) =>
    sessions.use(async (session) => {
      let cause: { error: unknown } | undefined
      try {
        return await ormOver(session.query).transaction(async (tx) => {
          try {
            return await work(tx)
          } catch (error) {
            cause = { error }
            throw error
          }
        }, config)
      } catch (error) {
        throw cause ? cause.error : error
      }
    })

  const pages = replica ? ormOver((config, values) => replica.query(config, values, query)) : orm
  // Writes happen in transactions.
  if (replica) pages.transaction = (work, config) => orm.transaction(work, config)

  return {
    engine: 'postgres',
    orm,
    pages,
    withConnection: (work) =>
      direct.use((session) =>
        work({
          exec: async (statements, limitMs) => void (await session.query(statements, undefined, limitMs)),
          rows: async (statement, parameters) => (await session.query(statement, parameters)).rows,
        }).catch((error: unknown) => {
          session.discard()
          throw error
        }),
      ),
    listen: listener.listen,
    isBehind: listener.isBehind,
    ping: async () => void (await sessions.use((session) => session.query('select 1', undefined, PING_LIMIT_MS))),
    poolStats: sessions.stats,
    close: async () => {
      const parts = [...new Set([sessions, direct]), listener, ...(replica ? [replica] : [])]
      closing ??= Promise.all(parts.map((part) => part.close()))
      await closing
    },
  }
}

/** `query` is the only method of the client that Drizzle calls outside transactions. */
function ormOver(query: (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>) {
  return drizzle({ client: { query } as unknown as PoolClient })
}
