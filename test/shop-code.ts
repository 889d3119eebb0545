/**
 * The shop's code for tests that create a shop in their own process. Under vitest it is the source, so tests need no
 * build and never run against a stale one. Long runs don't use vitest and run the production build.
 */
import path from 'node:path'
import type { ShopDeps } from '#server/shop.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')
const isSource = Boolean(process.env.VITEST)

export const { build, createShop, listen, readEnv, serveStaticFiles } = isSource
  ? await import('#server/entry.ts')
  : ((await import(path.join(projectFolder, 'build/server/index.js'))) as typeof import('#server/entry.ts'))

type CodeDeps = Pick<ShopDeps, 'projectFolder' | 'staticFiles' | 'deskAssets'>

/** The static files to serve. The source has no bundled scripts and styles, so the desk gets placeholders. */
export const shopFiles: CodeDeps = {
  projectFolder,
  staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, isSource ? 'public' : 'build/client'), headers),
  ...(isSource && { deskAssets: { script: '/assets/desk.js', styles: '/assets/desk.css', fonts: [] } }),
}
