import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createElement } from 'react'
import { personalPageResponse } from '#server/platform/http/personal-page.tsx'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import type { SignupService } from './signup.service.ts'
import { UnsubscribeDone, UnsubscribeFailed, UnsubscribeQuestion } from './unsubscribe-pages.tsx'

export type UnsubscribeDeps = {
  signup: SignupService
  securityHeaders: SecurityHeaders
  /** Strangers can make up any number of tokens. */
  admit: PageServer['admit']
  log: Logger
}

/**
 * RFC 8058: email providers POST here from their own servers and clients, so this is the only write allowed cross-site;
 * the token in the path is the permission. Unknown tokens get the same responses as real ones.
 */
export function unsubscribe({ signup, securityHeaders: headers, admit, log }: UnsubscribeDeps): Hono {
  const app = new Hono()
  const ask = admit('openEnded', async () => personalPageResponse(createElement(UnsubscribeQuestion), { headers }))
  const leave = admit('openEnded', async (c) => {
    try {
      const token = c.req.param('token') ?? ''
      if (/^[\w-]{1,100}$/.test(token)) await signup.unsubscribe(token)
      return personalPageResponse(createElement(UnsubscribeDone), { headers })
    } catch (error) {
      log.error({ err: error, requestId: c.get('requestId') }, 'failed to unsubscribe')
      return personalPageResponse(createElement(UnsubscribeFailed), { headers, status: 503 })
    }
  })
  app.get('/:token', ask)
  app.post('/:token', leave)
  return app
}
