import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ListenHandlers } from './database.ts'
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE } from './postgres-sessions.ts'
import { createNotes, type NotesQuery, type OnRead } from './process-notes.ts'

/** Woken by NOTIFY, or if that isn't available, only by the clock. */
export type ListenMode = 'notify' | 'poll'

export type ListenerOptions = {
  url: string
  mode?: ListenMode
  onTrouble: (error: Error) => void
  onRead?: OnRead
  /** Polls while the connection is down: another connection to the same server may work. */
  elsewhere?: NotesQuery
  /** How often to poll the server without a notification. */
  everyMs?: number
  /** How long it may take to respond. */
  timeoutMs?: number
}

export type PostgresListener = {
  /** Resolves once subscribed, rejects if that fails. After that, a lost connection is always replaced. */
  listen: (channel: string, handlers: ListenHandlers) => Promise<void>
  isBehind: () => boolean
  close: () => Promise<void>
}

const EVERY_MS = { notify: 2000, poll: 1000 } as const
const TIMEOUT_MS = 5000
/** Notes that arrive in a burst are read together. */
const BATCH_MS = 20
const BACK_OFF = { firstMs: 100, longestMs: 5000 }
/** Consecutive notes that only a clock poll has found. */
const MAX_UNANNOUNCED = 3
const NEVER_NOTIFIED =
  'PostgreSQL sends no notifications on this connection, probably because of a pooler such as PgBouncer. Changes are noticed with a short delay. Set DATABASE_LISTEN_URL to the server itself, or DATABASE_LISTEN=poll.'

/**
 * One connection on which a process polls for unseen changes. A notification only triggers a poll; if it's lost, or the
 * connection silently died, a timer does.
 */
export function createPostgresListener(options: ListenerOptions): PostgresListener {
  const { url, mode = 'notify', onTrouble, elsewhere, everyMs = EVERY_MS[mode], timeoutMs = TIMEOUT_MS } = options
  const closing = new AbortController()
  const notes = createNotes(options.onRead)
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  let backOffMs = BACK_OFF.firstMs

  function giveUp(connection: pg.Client, error: Error): void {
    if (closing.signal.aborted) return
    onTrouble(error)
    void connection.end()
  }

  /** Resolves when the connection has ended. */
  async function stayConnected(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: timeoutMs,
      application_name: 'bloomera notifications',
      ...KEEP_ALIVE,
    })
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    connection.on('error', onTrouble)
    let unannounced = 0
    let isAnnounced = false
    let timer: NodeJS.Timeout | undefined
    const ask = inTurn(
      async () => {
        const wasAnnounced = isAnnounced
        isAnnounced = false
        const found = await notes.read((text, values) => connection.query(text, values))
        if (mode === 'notify' && found > 0 && !wasAnnounced && ++unannounced === MAX_UNANNOUNCED)
          onTrouble(new Error(NEVER_NOTIFIED))
        await pause(BATCH_MS)
      },
      (error) => giveUp(connection, error),
    )
    connection.on('notification', () => {
      isAnnounced = true
      unannounced = 0
      // Before that, the connection is busy with its first query.
      if (client === connection) ask()
    })
    try {
      await connection.connect()
      if (mode === 'notify') await connection.query('listen process_notes')
      await notes.read((text, values) => connection.query(text, values))
      notes.activateAll()
      client = connection
      backOffMs = BACK_OFF.firstMs
      timer = setInterval(ask, everyMs)
      ask()
      if (!closing.signal.aborted) await ended
    } finally {
      client = undefined
      clearInterval(timer)
      void connection.end()
    }
  }

  /** Runs while there are subscribers. A subscription that never became active is rejected and can be retried. */
  async function run(): Promise<void> {
    while (notes.hasSubscribers() && !closing.signal.aborted) {
      try {
        await stayConnected()
      } catch (error) {
        onTrouble(error as Error)
        notes.rejectWaiting(error)
      }
      if (notes.hasSubscribers() && !closing.signal.aborted) {
        if (elsewhere) await notes.read(elsewhere).catch(() => {})
        await pause(backOffMs, undefined, { signal: closing.signal }).catch(() => {})
      }
      backOffMs = Math.min(backOffMs * 2, BACK_OFF.longestMs)
    }
    notes.rejectWaiting(new Error('the database is closed'))
    running = undefined
  }

  return {
    listen: async (channel, handlers) => {
      const subscription = notes.add(channel, handlers)
      running ??= run()
      // Anything that commits from now on is read later, so there is nothing to wait for.
      if (client) {
        subscription.isActive = true
        subscription.started.resolve()
      }
      await subscription.started.promise
    },
    isBehind: () => notes.isBehind(),
    close: async () => {
      closing.abort()
      void client?.end()
      await running
    },
  }
}

/** Runs the work once more after the latest call, never twice at a time. */
function inTurn(work: () => Promise<void>, onError: (error: Error) => void): () => void {
  let isWanted = false
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (isWanted) {
      isWanted = false
      try {
        await work()
      } catch (error) {
        onError(error as Error)
      }
    }
    isRunning = false
  }

  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
