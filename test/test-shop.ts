import { pino } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import type { ShopDeps } from '#server/shop.ts'
import { build, createShop, readEnv, shopFiles } from './shop-code.ts'
import { WIDE_LIMITS } from './wide-limits.ts'

type ShopBuild = Extract<ShopDeps['build'], { routes: unknown }>

type TestShopParts = Partial<Pick<ShopDeps, 'renderLimits' | 'log'>> & {
  changeBuild?: (build: ShopBuild) => ShopBuild
  /** Hashes per round required of a clean buyer in a wave; less saves time where many do the work. */
  proofWork?: number
}

/** The whole shop; only its database comes from the test. */
export async function createTestShop(
  database: Database,
  environment: Record<string, string> = {},
  {
    changeBuild = (same) => same,
    renderLimits = WIDE_LIMITS,
    log = pino({ level: 'silent' }),
    proofWork,
  }: TestShopParts = {},
) {
  const env = readEnv({ NODE_ENV: 'test', ...environment })
  return createShop({
    env: proofWork === undefined ? env : { ...env, paymentTimings: { ...env.paymentTimings, proofWork } },
    log,
    build: changeBuild(build),
    ...shopFiles,
    database,
    renderLimits,
  })
}
