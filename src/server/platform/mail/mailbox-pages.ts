import { Hono } from 'hono'
import { createElement } from 'react'
import { AppError } from '#server/platform/errors.ts'
import { personalPageResponse } from '#server/platform/http/personal-page.tsx'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { LocalMailbox } from './local-mailbox.ts'
import { MailboxList, MailboxMail } from './mailbox-views.tsx'

/** The development mailbox at /mailbox; there isn't one in production. */
export function mailboxPages(mailbox: LocalMailbox, headers: SecurityHeaders): Hono {
  const app = new Hono()

  async function get(id: string) {
    const mail = await mailbox.find(id)
    if (!mail) throw new AppError('not_found', 'There is no such mail.', 404)
    return mail
  }

  app.get('/', async () =>
    personalPageResponse(createElement(MailboxList, { mails: await mailbox.list() }), { headers }),
  )
  app.get('/:id', async (c) => {
    const response = personalPageResponse(createElement(MailboxMail, { mail: await get(c.req.param('id')) }), {
      headers,
    })
    response.headers.set(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; font-src 'self'; frame-src 'self'`,
    )
    return response
  })
  app.get('/:id/html', async (c) => {
    const { html } = await get(c.req.param('id'))
    return c.html(html, 200, {
      ...headers.forApi,
      // Emails use inline styles and run no scripts; only the page above may frame them.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`,
      'x-frame-options': 'SAMEORIGIN',
    })
  })
  return app
}
