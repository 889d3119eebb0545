import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createElement } from 'react'
import { personalPageResponse } from '#server/platform/http/personal-page.tsx'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { SignupService } from './signup.service.ts'
import { UnsubscribeDone, UnsubscribeFailed, UnsubscribeQuestion } from './unsubscribe-pages.tsx'

export type UnsubscribeDeps = { signup: SignupService; securityHeaders: SecurityHeaders; log: Logger }

/**
 * RFC 8058: mail providers POST here from their own servers and programs, so this is the one write that another site
 * may make; the token in the path is the permission. Unknown tokens get the same answers as real ones.
 */
export function unsubscribe({ signup, securityHeaders: headers, log }: UnsubscribeDeps): Hono {
  const app = new Hono()
  app.get('/:token', () => personalPageResponse(createElement(UnsubscribeQuestion), { headers }))
  app.post('/:token', async (c) => {
    try {
      const token = c.req.param('token')
      if (/^[\w-]{1,100}$/.test(token)) await signup.unsubscribe(token)
      return personalPageResponse(createElement(UnsubscribeDone), { headers })
    } catch (error) {
      log.error({ err: error, requestId: c.get('requestId') }, 'unsubscribing failed')
      return personalPageResponse(createElement(UnsubscribeFailed), { headers, status: 503 })
    }
  })
  return app
}
