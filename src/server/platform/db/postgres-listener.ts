import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ListenHandlers } from './database.ts'
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE } from './postgres-sessions.ts'

export type ListenerOptions = {
  url: string
  onTrouble: (error: Error) => void
  /** Interval of the pings, and timeout of each. */
  pingMs?: number
}

export type PostgresListener = {
  /** Resolves once subscribed, rejects if that fails. After that, a lost connection is always replaced. */
  listen: (channel: string, handlers: ListenHandlers) => Promise<void>
  close: () => Promise<void>
}

type Subscription = ListenHandlers & {
  channel: string
  isActive: boolean
  started: PromiseWithResolvers<void>
}

const PING_MS = 5000
const BACK_OFF = { firstMs: 100, longestMs: 5000 }

/** One connection for all notifications. It is idle most of the time, so it is pinged to detect a dead connection. */
export function createPostgresListener({ url, onTrouble, pingMs = PING_MS }: ListenerOptions): PostgresListener {
  const closing = new AbortController()
  let subscriptions: Subscription[] = []
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  let backOffMs = BACK_OFF.firstMs
  const lastQueries = new WeakMap<pg.Client, Promise<unknown>>()

  /** Serialized, because the driver no longer queues queries on a connection. */
  function query(connection: pg.Client, text: string): Promise<unknown> {
    const result = (lastQueries.get(connection) ?? Promise.resolve()).then(() => connection.query(text))
    lastQueries.set(
      connection,
      result.catch(() => {}),
    )
    return result
  }

  async function activate(connection: pg.Client, subscription: Subscription): Promise<void> {
    await query(connection, `listen ${pg.escapeIdentifier(subscription.channel)}`)
    if (subscription.isActive) subscription.onGap()
    subscription.isActive = true
    subscription.started.resolve()
  }

  function giveUp(connection: pg.Client, error: Error): void {
    onTrouble(error)
    void connection.end()
  }

  /** Resolves when the connection has ended. */
  async function stayConnected(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: pingMs,
      application_name: 'bloomera notifications',
      ...KEEP_ALIVE,
    })
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    connection.on('error', onTrouble)
    connection.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onPayload(payload)
    })
    const ping = setInterval(() => {
      query(connection, 'select 1').catch((error: Error) => giveUp(connection, error))
    }, pingMs)
    try {
      await connection.connect()
      // Includes subscriptions added during the loop.
      for (const subscription of subscriptions) await activate(connection, subscription)
      client = connection
      backOffMs = BACK_OFF.firstMs
      if (!closing.signal.aborted) await ended
    } finally {
      client = undefined
      clearInterval(ping)
      void connection.end()
    }
  }

  /** Runs while there are subscribers. A subscription that never became active is rejected and can be retried. */
  async function run(): Promise<void> {
    while (subscriptions.length > 0 && !closing.signal.aborted) {
      try {
        await stayConnected()
      } catch (error) {
        onTrouble(error as Error)
        for (const { isActive, started } of subscriptions) if (!isActive) started.reject(error)
        subscriptions = subscriptions.filter(({ isActive }) => isActive)
      }
      if (subscriptions.length > 0) await pause(backOffMs, undefined, { signal: closing.signal }).catch(() => {})
      backOffMs = Math.min(backOffMs * 2, BACK_OFF.longestMs)
    }
    for (const { started } of subscriptions) started.reject(new Error('the database is closed'))
    running = undefined
  }

  return {
    listen: async (channel, handlers) => {
      const subscription = { ...handlers, channel, isActive: false, started: Promise.withResolvers<void>() }
      subscriptions.push(subscription)
      running ??= run()
      const connection = client
      // On failure, drop this connection even if it is still alive: its replacement subscribes to every channel.
      if (connection) await activate(connection, subscription).catch((error: Error) => giveUp(connection, error))
      await subscription.started.promise
    },
    close: async () => {
      closing.abort()
      void client?.end()
      await running
    },
  }
}
