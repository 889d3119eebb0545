import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Typed queries; the same on both engines. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** A session of its own, for what the query builder cannot say: migrations, locks, several statements in one text. */
export interface RawConnection {
  /** The limit is for what may take longer than a statement usually does. */
  exec(statements: string, limitMs?: number): Promise<void>
  rows(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>
}

export interface ListenHandlers {
  onPayload: (payload: string) => void
  /** The connection was away: notifications may have been missed, so whatever was learned from them is void. */
  onGap: () => void
}

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly orm: Orm
  withConnection<T>(work: (connection: RawConnection) => Promise<T>): Promise<T>
  listen(channel: string, handlers: ListenHandlers): Promise<void>
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}
