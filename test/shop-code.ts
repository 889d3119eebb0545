/**
 * The shop's code for tests that create a shop in their own process. Under vitest it is the source, so that a test tells
 * the truth about the current source and needs no build; the long runs, which don't use vitest, run the build that
 * shoppers get.
 */
import path from 'node:path'
import type { ShopDeps } from '#server/shop.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')
const isSource = Boolean(process.env.VITEST)

export const { build, createShop, listen, readEnv, serveStaticFiles } = isSource
  ? await import('#server/entry.ts')
  : ((await import(path.join(projectFolder, 'build/server/index.js'))) as typeof import('#server/entry.ts'))

type CodeDeps = Pick<ShopDeps, 'projectFolder' | 'staticFiles' | 'deskAssets'>

/** Which files the shop serves. The source has no scripts and styles for browsers. */
export const shopFiles: CodeDeps = {
  projectFolder,
  staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, isSource ? 'public' : 'build/client'), headers),
  ...(isSource && { deskAssets: { script: '/assets/desk.js', styles: '/assets/desk.css', fonts: [] } }),
}
