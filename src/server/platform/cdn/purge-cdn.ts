import { z } from 'zod'

export type CdnSettings = {
  provider: 'fastly' | 'cloudflare' | 'varnish'
  /** Where purges go. */
  url: string
  token: string
  /** Fastly's service or Cloudflare's zone. */
  service: string
}

/** Makes the caches drop every page with any of these tags, or throws. */
export type PurgeCdn = (tags: readonly string[]) => Promise<void>

const ANSWER_LIMIT_MS = 10_000

type Purge = { tagsPerRequest: number; send: (settings: CdnSettings, tags: readonly string[]) => Promise<void> }

/** Limits per request as documented in November 2026; Cloudflare's larger plans take more. */
const PURGES: Record<CdnSettings['provider'], Purge> = {
  fastly: { tagsPerRequest: 256, send: purgeFastly },
  cloudflare: { tagsPerRequest: 30, send: purgeCloudflare },
  varnish: { tagsPerRequest: 50, send: purgeVarnish },
}

export function createPurgeCdn(settings: CdnSettings): PurgeCdn {
  const { tagsPerRequest, send } = PURGES[settings.provider]
  return async (tags) => {
    for (let at = 0; at < tags.length; at += tagsPerRequest) await send(settings, tags.slice(at, at + tagsPerRequest))
  }
}

async function purgeFastly({ url, token, service }: CdnSettings, tags: readonly string[]): Promise<void> {
  const answer = await call(`${url}/service/${encodeURIComponent(service)}/purge`, {
    method: 'POST',
    headers: { 'fastly-key': token, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ surrogate_keys: tags }),
  })
  // One id per purged key.
  const ids = z.record(z.string(), z.string()).safeParse(await answer.json().catch(() => undefined)).data ?? {}
  const missing = tags.filter((tag) => !(tag in ids))
  if (missing.length > 0) throw new Error(`Fastly did not purge ${missing.join(', ')}`)
}

const cloudflareAnswer = z.object({ success: z.literal(true) })

async function purgeCloudflare({ url, token, service }: CdnSettings, tags: readonly string[]): Promise<void> {
  const answer = await call(`${url}/zones/${encodeURIComponent(service)}/purge_cache`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  })
  if (!cloudflareAnswer.safeParse(await answer.json().catch(() => undefined)).success)
    throw new Error('Cloudflare did not confirm the purge')
}

/** See deploy/varnish/bloomera.vcl. Tags contain no characters with a meaning in regular expressions. */
async function purgeVarnish({ url, token }: CdnSettings, tags: readonly string[]): Promise<void> {
  await call(url, {
    method: 'BAN',
    headers: { 'x-purge-token': token, 'x-purge-tags': `(^|[[:space:]])(${tags.join('|')})([[:space:]]|$)` },
  })
}

async function call(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  if (!answer.ok) throw new Error(`purge failed with status ${answer.status}`)
  return answer
}
