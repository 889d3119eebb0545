/** `npm start` with Node's compile cache: compiling TypeScript again takes longer than Node's own start. */
import './refuse-old-node.mjs'
import module from 'node:module'
import path from 'node:path'

process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../build/.compile-cache')
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import('./start.ts')
