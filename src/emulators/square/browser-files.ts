import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Faults } from './faults.ts'
import type { Settings } from './options.ts'
import { type Origins, originsFor } from './origins.ts'

const FOLDER = path.join(import.meta.dirname, 'browser')

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** In this order; each may use what comes before it. */
const SDK_PARTS = [
  'errors.js',
  'styles.js',
  'origins.js',
  'frame-connection.js',
  'host-stylesheet.js',
  'hydrate.js',
  'challenge.js',
  'card.js',
  'payment-request.js',
  'wallets.js',
  'payments.js',
]

export const FONT_PATH = '/fonts/square.woff2'

/** The script, the card form and the wallet sheet, at /v1. */
export function browserFiles(settings: Settings, faults: Faults): Hono {
  const app = new Hono()

  app.get('/square.js', async (c) => {
    if (faults.take(['script-404'])) return c.text('Not found', 404)
    // Until the client gives up or the emulator ends.
    if (faults.take(['script-stall'])) await new Promise(() => {})
    const origins = originsFor(new URL(c.req.url))
    return c.body(sdkScript(settings, origins), 200, headersFor('.js', settings, origins))
  })
  app.use('/config.json', cors({ origin: settings.shopOrigins }))
  app.get('/config.json', (c) => c.json({ version: '1.0.0' }))
  serveFiles(app, settings, (name, headers) => {
    if (name === 'card-frame.html' && faults.take(['frame-blocked']))
      headers['content-security-policy'] = `default-src 'none'; frame-ancestors 'none'`
  })
  return app
}

/** Google's script and payment sheet, at /gp. */
export function googlePayFiles(settings: Settings): Hono {
  const app = new Hono()
  app.get('/p/js/pay.js', (c) => {
    const script = readFileSync(path.join(FOLDER, 'google-pay.js'), 'utf8')
    return c.body(script, 200, headersFor('.js', settings, originsFor(new URL(c.req.url))))
  })
  serveFiles(app, settings)
  return app
}

type Change = (name: string, headers: Record<string, string>) => void

function serveFiles(app: Hono, settings: Settings, change: Change = () => {}): void {
  const names = new Set(readdirSync(FOLDER).filter((name) => path.extname(name) in CONTENT_TYPES))
  app.get('/:name', (c) => {
    const name = c.req.param('name')
    if (!names.has(name)) return c.text('Not found', 404)
    const origins = originsFor(new URL(c.req.url))
    const headers = headersFor(path.extname(name), settings, origins)
    change(name, headers)
    const text = readFileSync(path.join(FOLDER, name), 'utf8')
    return c.body(text.replaceAll('%SERVER%', serverOf(new URL(c.req.url))), 200, headers)
  })
}

/** The API base URL of a frame: the card endpoint, or Google's own for its payment sheet. */
function serverOf(url: URL): string {
  return url.pathname.startsWith('/gp/') ? `${url.origin}/gp` : `${originsFor(url).pci}/v1`
}

function headersFor(
  extension: string,
  { shopOrigins }: Pick<Settings, 'shopOrigins'>,
  { pci }: Origins,
): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[extension] ?? 'text/plain',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    // Pages of other origins load the script and its stylesheet.
    'cross-origin-resource-policy': 'cross-origin',
    ...(extension === '.html' && {
      'content-security-policy': [
        `default-src 'none'`,
        `script-src 'self'`,
        `style-src 'self'`,
        `connect-src 'self' ${pci}`,
        `img-src 'self'`,
        `frame-ancestors ${shopOrigins.join(' ')}`,
      ].join('; '),
      'referrer-policy': 'no-referrer',
    }),
  }
}

/**
 * Square's script is one classic file, and `Square` exists as soon as it has run. Here it's written as small modules,
 * which tests can import; without their import and export keywords they form that one file.
 */
export function sdkScript({ hasApplePay }: Pick<Settings, 'hasApplePay'>, origins: Origins): string {
  const parts = SDK_PARTS.map((name) =>
    readFileSync(path.join(FOLDER, 'sdk', name), 'utf8')
      .replaceAll(/^import [^']*'[^']+'\n/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\nconst SETTINGS = ${JSON.stringify({ hasApplePay, origins, fontPath: FONT_PATH })}\n${parts.join('\n')}\n})()\n`
}
