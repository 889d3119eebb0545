import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import type { Faults } from './faults.ts'
import type { Settings } from './options.ts'

const FOLDER = path.join(import.meta.dirname, 'browser')

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** In this order; each may use what stands before it. */
const SDK_PARTS = [
  'errors.js',
  'styles.js',
  'frame-connection.js',
  'host-stylesheet.js',
  'challenge.js',
  'card.js',
  'payment-request.js',
  'wallets.js',
  'payments.js',
]

/** The script, the card form and the wallet sheet, at /v1. */
export function browserFiles(settings: Settings, faults: Faults): Hono {
  const app = new Hono()
  const names = new Set(readdirSync(FOLDER).filter((name) => path.extname(name) in CONTENT_TYPES))

  app.get('/square.js', async (c) => {
    if (faults.take(['script-404'])) return c.text('Not found', 404)
    // Until the client has had enough, or the emulator ends.
    if (faults.take(['script-stall'])) await new Promise(() => {})
    return c.body(sdkScript(settings), 200, headersFor('.js', settings))
  })

  app.get('/:name', (c) => {
    const name = c.req.param('name')
    if (!names.has(name)) return c.text('Not found', 404)
    const headers = headersFor(path.extname(name), settings)
    if (name === 'card-frame.html' && faults.take(['frame-blocked'])) {
      headers['content-security-policy'] = `default-src 'none'; frame-ancestors 'none'`
    }
    return c.body(readFileSync(path.join(FOLDER, name), 'utf8'), 200, headers)
  })

  return app
}

function headersFor(extension: string, { shopOrigins }: Settings): Record<string, string> {
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
        `connect-src 'self'`,
        `img-src 'self'`,
        `frame-ancestors ${shopOrigins.join(' ')}`,
      ].join('; '),
      'referrer-policy': 'no-referrer',
    }),
  }
}

/**
 * Square's script is one classic file, and `Square` is there as soon as it has run. Here it is written as small
 * modules, which tests can import; without their import and export words they are that one file.
 */
export function sdkScript({ hasApplePay }: Pick<Settings, 'hasApplePay'>): string {
  const parts = SDK_PARTS.map((name) =>
    readFileSync(path.join(FOLDER, 'sdk', name), 'utf8')
      .replaceAll(/^import [^']*'[^']+'\n/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\nconst SETTINGS = ${JSON.stringify({ hasApplePay })}\n${parts.join('\n')}\n})()\n`
}
