import type { Logger } from 'pino'
import { ANNOUNCEMENT, RATES, SETTINGS, TEXTS, TODAY } from '#web/context.ts'
import type { ProductIndex } from './catalogue/product-index.ts'
import type { DeskStreams } from './desk/desk-streams.ts'
import type { Env } from './env.ts'
import { insertPurge, switchPurges } from './platform/cdn/cdn-purges.queries.ts'
import type { Database } from './platform/db/database.ts'
import { MAX_UNHEARD_MS } from './platform/db/process-notes.ts'
import { onNewDay } from './platform/pages/on-new-day.ts'
import { EVERYTHING, type PageCache } from './platform/pages/page-cache.ts'
import type { ReviewStreams } from './reviews/review-streams.ts'
import type { Services } from './services.ts'

export type ChangesDeps = {
  database: Database
  services: Pick<
    Services,
    'announcements' | 'rates' | 'shopSettings' | 'texts' | 'collections' | 'policies' | 'productMemory'
  >
  cache: PageCache
  products: ProductIndex
  ingredients: ProductIndex
  reviewStreams: ReviewStreams
  deskStreams: DeskStreams
  env: Pick<Env, 'cdn'>
  log: Logger
}

/**
 * Keeps this process's caches (pages, settings, lists of ids) and open pages up to date, whether another process, an SQL
 * statement or the clock has changed something; and purges the CDN.
 */
export function createChangeFollower(deps: ChangesDeps) {
  const { database, services, cache, env, log } = deps
  const state = { isStarted: false, forgotAt: -Infinity }
  /** Settings that pages show, by the tag of the pages that show them. */
  const live = [
    [ANNOUNCEMENT, services.announcements],
    [RATES, services.rates],
    [SETTINGS, services.shopSettings],
    [TEXTS, services.texts],
  ] as const
  const stops = [
    onNewDay(() => changedByClock([TODAY])),
    ...live.map(([tag, value]) => value.onChange(() => changedByClock([tag]))),
  ]

  /** Changes without a transaction. Every process notices them on its own, but the CDN should be purged only once. */
  function changedByClock(tags: readonly string[]): void {
    cache.invalidate(tags)
    if (env.cdn && state.isStarted)
      purgeOnce(tags).catch((error: unknown) => log.error({ err: error, tags }, 'failed to enqueue a CDN purge'))
  }

  function purgeOnce(tags: readonly string[]): Promise<void> {
    return insertPurge(database.orm, { cause: `${tags.join(',')} ${new Date().toISOString().slice(0, 16)}`, tags })
  }

  function pagesChanged(tags: readonly string[]): void {
    if (tags.includes('catalogue') || tags.includes(EVERYTHING)) {
      deps.products.invalidate()
      deps.ingredients.invalidate()
      services.collections.invalidate()
    }
    services.productMemory.invalidate()
    services.policies.invalidate()
    cache.invalidate(tags)
    deps.reviewStreams.changed(tags)
    for (const [tag, value] of live) {
      if (tags.includes(tag) || tags.includes(EVERYTHING))
        value
          .load()
          .catch((error: unknown) => log.warn({ err: error, tag }, 'failed to reload a setting; trying again'))
    }
  }

  return {
    /** Needs a migrated database. Resolves once every later change will be noticed. */
    async start(): Promise<void> {
      await switchPurges(database.orm, env.cdn !== undefined)
      // Pages from the previous release refer to files that this one may not have.
      if (env.cdn) await purgeOnce([EVERYTHING])
      await database.listen('page_tags', {
        onPayload: (payload) => pagesChanged(payload.split(',')),
        onGap: () => {
          log.warn('database connection was interrupted; re-rendering all pages')
          pagesChanged([EVERYTHING])
        },
      })
      await database.listen('desk_changed', {
        onPayload: (topic) => deps.deskStreams.changed(topic),
        onGap: () => deps.deskStreams.changed('all'),
      })
      for (const [, value] of live) await value.load()
      pagesChanged([EVERYTHING])
      state.isStarted = true
    },

    /** A process that was halted doesn't know yet what changed in the meantime, but already gets requests. */
    forgetIfBehind(): void {
      if (!state.isStarted || !database.isBehind() || Date.now() - state.forgotAt < MAX_UNHEARD_MS) return
      state.forgotAt = Date.now()
      log.warn('process was paused or too slow and may have missed changes; re-rendering all pages')
      pagesChanged([EVERYTHING])
    },

    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
