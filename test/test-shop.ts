import path from 'node:path'
import { pino } from 'pino'
import { build, createShop, readEnv, serveStaticFiles } from '#server/entry.ts'
import type { Database } from '#server/platform/db/database.ts'
import { RENDER_LIMITS, type RenderLimits } from '#server/platform/pages/render-admission.ts'
import type { ShopParts } from '#server/shop.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

type ShopBuild = Extract<ShopParts['build'], { routes: unknown }>

type TestShopParts = Pick<ShopParts, 'renderLimits'> & { changeBuild?: (build: ShopBuild) => ShopBuild }

/** A busy test machine never reaches these; the tests of the limits bring their own. */
const WIDE_LIMITS: RenderLimits = {
  perAddress: { count: 1_000_000, perMs: 1000 },
  pages: { ...RENDER_LIMITS.pages, maxQueued: 1000, maxWaitMs: 60_000 },
  openEnded: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  refusalDelayMs: 0,
}

/** The shop from its source; only its database comes from the test. */
export async function createTestShop(
  database: Database,
  environment: Record<string, string> = {},
  { changeBuild = (same) => same, renderLimits = WIDE_LIMITS }: TestShopParts = {},
) {
  return createShop({
    env: readEnv({ NODE_ENV: 'test', ...environment }),
    log: pino({ level: 'silent' }),
    build: changeBuild(build),
    projectFolder,
    staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, 'build/client'), headers),
    database,
    renderLimits,
  })
}
