import { pino } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import type { RenderLimits } from '#server/platform/pages/render-admission.ts'
import type { ShopDeps } from '#server/shop.ts'
import { build, createShop, readEnv, shopFiles } from './shop-code.ts'

type ShopBuild = Extract<ShopDeps['build'], { routes: unknown }>

type TestShopParts = Pick<ShopDeps, 'renderLimits'> & { changeBuild?: (build: ShopBuild) => ShopBuild }

/** Never reached on a busy test machine; tests of the limits bring their own. */
const WIDE_LIMITS: RenderLimits = {
  perAddress: { count: 1_000_000, perMs: 1000 },
  pages: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  openEnded: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  personal: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  refusals: { firstMs: 0, maxMs: 0, forgetMs: 1 },
}

/** The whole shop; only its database comes from the test. */
export async function createTestShop(
  database: Database,
  environment: Record<string, string> = {},
  { changeBuild = (same) => same, renderLimits = WIDE_LIMITS }: TestShopParts = {},
) {
  return createShop({
    env: readEnv({ NODE_ENV: 'test', ...environment }),
    log: pino({ level: 'silent' }),
    build: changeBuild(build),
    ...shopFiles,
    database,
    renderLimits,
  })
}
