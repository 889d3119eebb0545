import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Typed queries, the same for both engines. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** A dedicated session for what the query builder cannot express: migrations, locks, multi-statement scripts. */
export interface RawConnection {
  /** `limitMs` raises the limit for long-running statements. */
  exec(statements: string, limitMs?: number): Promise<void>
  rows(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>
}

export interface ListenHandlers {
  onPayload: (payload: string) => void
  /** The connection was lost and notifications may have been missed: discard anything cached on the basis of them. */
  onGap: () => void
}

/** Connections of this process's pool, now. */
export type PoolStats = { open: number; idle: number; waiting: number; limit: number }

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly orm: Orm
  /** For reading what pages show: a replica if there is one that has every change this process knows of. */
  readonly pages: Orm
  withConnection<T>(work: (connection: RawConnection) => Promise<T>): Promise<T>
  listen(channel: string, handlers: ListenHandlers): Promise<void>
  /**
   * Returns true if changes may have been missed for too long because this process was halted or too slow. Not while
   * the database is down, because then the last known state is the best available.
   */
  isBehind(): boolean
  /** Resolves if the database responds, rejects if it does not. */
  ping(): Promise<void>
  /** Absent for the built-in database, which has one connection. */
  poolStats?: () => PoolStats
  close(): Promise<void>
}
