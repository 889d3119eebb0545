import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Token } from './objects.ts'
import type { World } from './world.ts'

export const BANK_CODE = '123456'
const MAX_TRIES = 3

type Challenge = NonNullable<Token['challenge']>

/**
 * 3-D Secure 2 as a browser sees it: Square's script submits forms from the shop's page into frames, first to the method
 * URL, which fingerprints the browser, then to the bank, which asks for a code. Each frame then returns to Square.
 */
export function threeDsRoutes({ books, settings }: World): Hono {
  const app = new Hono()

  function find(id: unknown): (Token & { challenge: Challenge }) | undefined {
    const token = [...books.tokens.values()].find(({ challenge }) => challenge?.id === id)
    return token?.challenge && { ...token, challenge: token.challenge }
  }

  app.use(async (c, next) => {
    await next()
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; form-action *; frame-ancestors ${settings.shopOrigins.join(' ')}`,
    )
  })

  app.get('/submit.js', (c) => c.body(`document.forms[0].submit()\n`, 200, { 'content-type': 'text/javascript' }))
  app.get('/bank.css', (c) => c.body(BANK_CSS, 200, { 'content-type': 'text/css' }))
  // Not secret: the script then asks the server for the outcome.
  app.get('/result.js', (c) =>
    c.body(`const { kind, id } = document.body.dataset\nwindow.parent.postMessage({ event: kind, id }, '*')\n`, 200, {
      'content-type': 'text/javascript',
    }),
  )

  app.post('/method', async (c) => {
    const token = find((await c.req.formData()).get('threeDSMethodData'))
    return token ? c.html(handOver(token.challenge, 'method')) : c.notFound()
  })

  app.post('/challenge', async (c) => {
    const token = find((await c.req.formData()).get('creq'))
    return token ? c.html(question(token.challenge.id, '')) : c.notFound()
  })

  app.post('/answer', async (c) => {
    const form = await c.req.formData()
    const token = find(form.get('creq'))
    if (!token) return c.notFound()
    const tries = token.challenge.tries + 1
    const state = stateAfter(form, tries)
    const challenge = { ...token.challenge, tries, state }
    books.write([{ kind: 'token', token: { ...token, challenge } }])
    if (state === 'open') return c.html(question(challenge.id, 'That code isn’t right. Try again.'))
    return c.html(handOver(challenge, 'challenge'))
  })

  app.post('/result', async (c) => {
    const form = await c.req.formData()
    const kind = form.get('kind') === 'method' ? 'method' : 'challenge'
    const token = find(form.get('id'))
    if (!token) return c.notFound()
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <title>Square</title>
          <body data-kind="${kind}" data-id="${token.challenge.id}">
            <script src="/3ds/result.js"></script>
          </body>
        </html>`,
    )
  })

  return app
}

function stateAfter(form: FormData, tries: number): Challenge['state'] {
  if (form.get('action') === 'cancel') return 'canceled'
  if (form.get('code') === BANK_CODE) return 'passed'
  return tries < MAX_TRIES ? 'open' : 'failed'
}

function question(id: string, problem: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Elmwood Credit Union</title>
        <link rel="stylesheet" href="/3ds/bank.css" />
      </head>
      <body>
        <h1>Elmwood Credit Union</h1>
        <p>We sent a code to your phone. Enter it to approve this payment. (Emulated: the code is ${BANK_CODE}.)</p>
        <form method="post" action="/3ds/answer">
          <input type="hidden" name="creq" value="${id}" />
          <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" /></label>
          <p role="alert">${problem}</p>
          <button name="action" value="approve">Approve</button>
          <button name="action" value="cancel">Decline</button>
        </form>
      </body>
    </html>`
}

/** Returns to Square within the frame. */
function handOver({ id, returnTo }: Challenge, kind: 'method' | 'challenge') {
  return html`<!doctype html>
    <html lang="en">
      <title>One moment</title>
      <body>
        <form method="post" action="${returnTo}/3ds/result">
          <input type="hidden" name="kind" value="${kind}" />
          <input type="hidden" name="id" value="${id}" />
        </form>
        <script src="/3ds/submit.js"></script>
      </body>
    </html>`
}

const BANK_CSS = `body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; color: #14263d; background: #fff }
h1 { margin: 0 0 12px; font-size: 20px }
p { margin: 0 0 12px }
p[role='alert'] { min-height: 24px; color: #9b2c1f }
label { display: grid; gap: 4px }
input, button { min-height: 44px; padding: 0 12px; font: inherit }
button { margin-right: 8px }
`
