import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Span, Tracer } from './trace.ts'

/** What the running code is working on, included in its log lines and SQL statements. */
export type Scope = {
  requestId?: string
  queue?: string
  /** Only if traces are collected. */
  tracer?: Tracer | undefined
  span?: Span | undefined
}

/** Tracks a request or a queue through awaits, so that no function has to pass it on. */
export const scope = new AsyncLocalStorage<Scope>()

/** Prefixes a statement, so that the database's own log and `pg_stat_activity` say what it was for. */
export function withScopeComment(statement: string): string {
  const { requestId, queue } = scope.getStore() ?? {}
  if (requestId !== undefined) return `/* request=${requestId} */ ${statement}`
  return queue === undefined ? statement : `/* queue=${queue} */ ${statement}`
}

/** An id that can't end a comment or a log line. */
const REQUEST_ID = /^[\w-]{8,64}$/

/** The proxy's id, or a new one. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
}
