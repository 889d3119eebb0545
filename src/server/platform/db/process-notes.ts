import type { ListenHandlers } from './database.ts'

/** The result of polling PostgreSQL, and the position for the next poll. */
export type NotesRead = {
  /** The transactions that had committed; text that only PostgreSQL understands. */
  snapshot: string
  /** When the server started, because another server uses the same numbers for other transactions. */
  server: string
  /** By the server's clock, in milliseconds. */
  readAt: number
  /** Where its log was: a replica that has replayed this far has everything that was read. Null on a replica. */
  position: string | null
  notes: [channel: string, payload: string][]
}

export type NotesQuery = (statement: string, parameters: unknown[]) => Promise<{ rows: unknown[] }>

/** Called with what was read, before any subscriber. */
export type OnRead = (read: NotesRead, about: { mayLackNotes: boolean; askedAt: number }) => void

/** A process that couldn't poll for this long no longer trusts its memory. */
export const MAX_UNHEARD_MS = 10_000
/** Half of the time that notes are kept. */
const MAX_SILENCE_MS = 5 * 60_000

/**
 * Exactly what has committed since a snapshot: sequence numbers become visible in a different order than they were
 * assigned. A commit is visible once its WAL is on disk, unless the server is configured not to wait for that; beyond
 * it there may be changes that aren't sent to a replica until the next commit.
 */
const READ_NOTES = `
  select pg_current_snapshot()::text as "snapshot",
    pg_postmaster_start_time()::text as "server",
    (extract(epoch from clock_timestamp()) * 1000)::double precision as "readAt",
    (case when pg_is_in_recovery() then null
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end)::text as "position",
    coalesce((
      select json_agg(json_build_array(channel, payload) order by xid) from process_notes
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    ), '[]') as "notes"`

type Subscription = ListenHandlers & { channel: string; isActive: boolean; started: PromiseWithResolvers<void> }

/** The subscribers of one process, and the position they've been notified up to. */
export function createNotes(onRead: OnRead = () => {}, now: () => number = Date.now) {
  let subscriptions: Subscription[] = []
  let last: NotesRead | undefined
  let knownUntil = -Infinity
  let failedAt = -Infinity

  /** After a halt, the first query often times out, which doesn't mean the database is down. */
  function fail(): void {
    if (now() - Math.max(knownUntil, failedAt) <= MAX_UNHEARD_MS) failedAt = now()
  }

  function deliver({ notes }: NotesRead): void {
    for (const [channel, payload] of notes)
      for (const subscription of subscriptions)
        if (subscription.isActive && subscription.channel === channel) subscription.onPayload(payload)
  }

  function reportGap(): void {
    for (const { isActive, onGap } of subscriptions) if (isActive) onGap()
  }

  return {
    hasSubscribers: () => subscriptions.length > 0,

    add(channel: string, handlers: ListenHandlers): Subscription {
      const subscription = { ...handlers, channel, isActive: false, started: Promise.withResolvers<void>() }
      subscriptions.push(subscription)
      return subscription
    },

    /** From now on everyone is notified. Those notified earlier may have missed something. */
    activateAll(): void {
      reportGap()
      for (const subscription of subscriptions) {
        subscription.isActive = true
        subscription.started.resolve()
      }
    },

    /** Subscriptions that aren't active can try again. */
    rejectWaiting(error: unknown): void {
      fail()
      for (const { isActive, started } of subscriptions) if (!isActive) started.reject(error)
      subscriptions = subscriptions.filter(({ isActive }) => isActive)
    },

    /** Reads everything since the last poll, and notifies the subscribers. Returns how many notes there were. */
    async read(query: NotesQuery): Promise<number> {
      const askedAt = now()
      const { rows } = await query(READ_NOTES, [last?.snapshot ?? null]).catch((error: unknown) => {
        fail()
        throw error
      })
      const read = rows[0] as NotesRead
      const isFirst = last === undefined
      const isGap = last !== undefined && (read.server !== last.server || read.readAt - last.readAt > MAX_SILENCE_MS)
      last = read
      knownUntil = askedAt
      onRead(read, { mayLackNotes: isFirst || isGap, askedAt })
      if (isGap) reportGap()
      else deliver(read)
      return read.notes.length
    },

    /** See `Database`. */
    isBehind(): boolean {
      const time = now()
      const isAway = failedAt > knownUntil && time - failedAt <= MAX_UNHEARD_MS
      return knownUntil > -Infinity && time - knownUntil > MAX_UNHEARD_MS && !isAway
    },
  }
}
