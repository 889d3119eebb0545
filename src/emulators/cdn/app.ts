import { type Context, Hono } from 'hono'

export type PurgeRequest = { provider: 'fastly' | 'cloudflare'; tags: string[] }

export type CdnEmulatorOptions = { token: string; service: string }

/**
 * The purge endpoints of Fastly and Cloudflare, as documented; they weren't compared with the real ones. It caches no
 * pages: it checks and records what it is sent.
 */
export function createCdnEmulator({ token, service }: CdnEmulatorOptions) {
  const purges: PurgeRequest[] = []
  const faults: number[] = []
  const app = new Hono()

  function refusal(isAllowed: boolean, c: Context): 403 | 404 | 503 | undefined {
    const fault = faults.shift()
    if (fault !== undefined) return 503
    if (!isAllowed) return 403
    return c.req.param('service') === service ? undefined : 404
  }

  app.post('/service/:service/purge', async (c) => {
    const status = refusal(c.req.header('fastly-key') === token, c)
    if (status) return c.json({ msg: 'refused' }, status)
    const tags = stringsOf(await c.req.json(), 'surrogate_keys')
    if (!tags || tags.length > 256) return c.json({ msg: 'Bad request' }, 400)
    purges.push({ provider: 'fastly', tags })
    return c.json(Object.fromEntries(tags.map((tag, index) => [tag, `${purges.length}-${index}`])))
  })

  app.post('/client/v4/zones/:service/purge_cache', async (c) => {
    const status = refusal(c.req.header('authorization') === `Bearer ${token}`, c)
    if (status) return c.json({ success: false, errors: [{ code: 10_000, message: 'refused' }] }, status)
    const tags = stringsOf(await c.req.json(), 'tags')
    if (!tags || tags.length > 30)
      return c.json({ success: false, errors: [{ code: 1094, message: 'Too many tags' }] }, 400)
    purges.push({ provider: 'cloudflare', tags })
    return c.json({ success: true, errors: [], messages: [], result: { id: service } })
  })

  return {
    app,
    purges,
    /** Fails the next requests. */
    failNext: (count: number) => void faults.push(...Array.from({ length: count }, () => 503)),
  }
}

function stringsOf(body: unknown, field: string): string[] | undefined {
  const value = (body as Record<string, unknown> | null)?.[field]
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string') ? value : undefined
}
