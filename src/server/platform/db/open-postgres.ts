import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Database } from './database.ts'
import { createPostgresListener } from './postgres-listener.ts'
import { createSessions } from './postgres-sessions.ts'

export type PostgresOptions = {
  url: string
  /** Direct URL of the server, because poolers such as PgBouncer do not support LISTEN. */
  listenUrl?: string | undefined
  maxConnections?: number
  statementTimeoutMs?: number
  onTrouble?: (error: Error) => void
}

const STATEMENT_TIMEOUT_MS = 3000
const PING_LIMIT_MS = 2000

export function openPostgres({
  url,
  listenUrl,
  maxConnections = 12,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  onTrouble = () => {},
}: PostgresOptions): Database {
  const sessions = createSessions({ url, maxConnections, statementTimeoutMs, onTrouble })
  const listener = createPostgresListener({ url: listenUrl ?? url, onTrouble })
  let closing: Promise<unknown> | undefined
  const orm = ormOver((config, values) => sessions.use((session) => session.query(config, values)))
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

  return {
    engine: 'postgres',
    orm,
    withConnection: (work) =>
      sessions.use((session) =>
        work({
          exec: async (statements, limitMs) => void (await session.query(statements, undefined, limitMs)),
          rows: async (statement, parameters) => (await session.query(statement, parameters)).rows,
        }).catch((error: unknown) => {
          session.discard()
          throw error
        }),
      ),
    listen: listener.listen,
    ping: async () => void (await sessions.use((session) => session.query('select 1', undefined, PING_LIMIT_MS))),
    poolStats: sessions.stats,
    close: async () => {
      closing ??= Promise.all([sessions.close(), listener.close()])
      await closing
    },
  }
}

/** `query` is the only method of the client that Drizzle calls, unless it is asked for a transaction. */
function ormOver(query: (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>) {
  return drizzle({ client: { query } as unknown as PoolClient })
}
