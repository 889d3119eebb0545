import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Database } from './database.ts'
import { createPostgresListener } from './postgres-listener.ts'
import { createSessions } from './postgres-sessions.ts'

export type PostgresOptions = {
  url: string
  /** Poolers such as PgBouncer do not pass notifications on; then this names the server itself. */
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
  // Drizzle's own loses a connection for good when it breaks before the transaction has begun, and hides why one failed
  // behind the rollback that fails next.
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
    close: async () => {
      closing ??= Promise.all([sessions.close(), listener.close()])
      await closing
    },
  }
}

/** Of a client, Drizzle uses nothing but `query` as long as it is not asked for a transaction of its own. */
function ormOver(query: (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>) {
  return drizzle({ client: { query } as unknown as PoolClient })
}
