import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createSessions, type SessionOptions } from './postgres-sessions.ts'
import { MAX_UNHEARD_MS, type OnRead } from './process-notes.ts'

/** Changes on this channel affect pages. */
const PAGES_CHANNEL = 'page_tags'
/** While the replica catches up with a change pages must show, how often to check it at first. */
const CHASE = { firstMs: 20, longestMs: 1000 }
const READ_ONLY = '25006'

type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * A streaming replica, used while it has replayed every page change this process knows of and lags no more than the
 * limit. Otherwise, and if it fails, queries go to the primary.
 */
export function createReplica(options: SessionOptions) {
  const sessions = createSessions(options)
  let required = 0n
  let replayed = -1n
  /** The primary's latest position to compare the replica with, and when it last was known to have reached one. */
  let target = { position: 0n, askedAt: -Infinity }
  let reachedAt = -Infinity
  let isChasing = false
  let isFailing = false
  const closing = new AbortController()

  async function look(): Promise<void> {
    const { position, askedAt } = target
    const { rows } = await sessions.use((session) =>
      session.query('select pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()'),
    )
    const found: unknown = rows[0]?.position
    // Not a replica, or a kind that doesn't report its replay position.
    if (typeof found !== 'string') throw new Error('DATABASE_READ_URL is not a streaming replica; using the primary')
    replayed = toNumber(found)
    if (replayed >= position) reachedAt = Math.max(reachedAt, askedAt)
  }

  /** Polls until the replica has reached the target, which may advance in the meantime. */
  async function chase(): Promise<void> {
    if (isChasing) return
    isChasing = true
    for (let waitMs = CHASE.firstMs; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, CHASE.longestMs)) {
      try {
        await look()
        isFailing = false
      } catch (error) {
        if (!closing.signal.aborted && !isFailing) options.onTrouble(error as Error)
        isFailing = true
        replayed = -1n
        break
      }
      if (replayed >= target.position) break
      await pause(waitMs)
    }
    isChasing = false
  }

  function isUsable(): boolean {
    return replayed >= required && Date.now() - reachedAt <= MAX_UNHEARD_MS
  }

  const onRead: OnRead = ({ position, notes }, { mayLackNotes, askedAt }) => {
    if (position === null) return
    target = { position: toNumber(position), askedAt }
    if (mayLackNotes || notes.some(([channel]) => channel === PAGES_CHANNEL)) required = target.position
    void chase()
  }

  return {
    onRead,

    async query(config: pg.QueryConfig, values: unknown[] | undefined, askPrimary: Query): Promise<pg.QueryResult> {
      if (!isUsable()) return askPrimary(config, values)
      try {
        return await sessions.use((session) => session.query(config, values))
      } catch (error) {
        // A write sent here by mistake must not go unnoticed.
        if (error instanceof pg.DatabaseError && error.code === READ_ONLY) throw error
        if (!(error instanceof pg.DatabaseError)) replayed = -1n
        return askPrimary(config, values)
      }
    },

    async close(): Promise<void> {
      closing.abort()
      await sessions.close()
    },
  }
}

/** '16/B374D848' is 64 bits in two halves. */
function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
