import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { FONT_PATH } from './browser-files.ts'
import type { Settings } from './options.ts'

const FONTS = path.resolve(import.meta.dirname, '../../../node_modules/@fontsource-variable/jost/files')
/** A placeholder for Google's button image. */
const BUTTON = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="24"><path d="M4 4h56v16H4z" fill="none" stroke="#9aa0a6"/></svg>`

/** What the card form loads from third parties: error reporting, fonts and Google Pay. */
export function besideSquare({ shopOrigins }: Settings): Hono {
  const app = new Hono()
  for (const route of ['/api/*', '/fonts/*', '/gp/ready']) app.use(route, cors({ origin: shopOrigins }))

  app.post('/api/:project/envelope/', (c) => c.body(null, 204))
  app.get(FONT_PATH, (c) =>
    c.body(readFileSync(path.join(FONTS, 'jost-latin-wght-normal.woff2')), 200, {
      'content-type': 'font/woff2',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  )
  app.get('/gp/ready', (c) => c.json({ isReady: true }))
  app.get('/instantbuy/svg/gpay.svg', (c) =>
    c.body(BUTTON, 200, { 'content-type': 'image/svg+xml', 'cross-origin-resource-policy': 'cross-origin' }),
  )
  return app
}
