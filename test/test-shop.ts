import { pino } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import type { ShopDeps } from '#server/shop.ts'
import { build, createShop, readEnv, shopFiles } from './shop-code.ts'
import { WIDE_LIMITS } from './wide-limits.ts'

type ShopBuild = Extract<ShopDeps['build'], { routes: unknown }>

type TestShopParts = Partial<Pick<ShopDeps, 'renderLimits' | 'log'>> & { changeBuild?: (build: ShopBuild) => ShopBuild }

/** The whole shop; only its database comes from the test. */
export async function createTestShop(
  database: Database,
  environment: Record<string, string> = {},
  { changeBuild = (same) => same, renderLimits = WIDE_LIMITS, log = pino({ level: 'silent' }) }: TestShopParts = {},
) {
  return createShop({
    env: readEnv({ NODE_ENV: 'test', ...environment }),
    log,
    build: changeBuild(build),
    ...shopFiles,
    database,
    renderLimits,
  })
}
