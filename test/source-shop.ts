/** What the server's build exports, straight from the source. */
export { readEnv } from '#server/env.ts'
export { serveStaticFiles } from '#server/platform/http/static-files.ts'
export { createShop } from '#server/shop.ts'
