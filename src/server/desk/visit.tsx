import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MAX_EMAIL_LENGTH } from '#contract/email-address.ts'
import { besideList } from '#desk/beside-list.ts'
import { DeskDocument } from '#desk/desk-document.tsx'
import { deskPaths } from '#desk/desk-paths.ts'
import { PARTS_HEADER, RENDERED_AT_HEADER } from '#desk/live-parts.ts'
import type { BadgeCounts, Section } from '#desk/navigation.ts'
import type { Flash } from '#desk/ui/flash-message.tsx'
import { RenderTime } from '#desk/ui/when.tsx'
import type { Operator, OpenSession } from '#domain/operators/operator.ts'
import { actorOf } from '#server/platform/audit/actor.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { AppError } from '#server/platform/errors.ts'
import { isUnprintable, refuseUnprintable } from '#server/platform/http/control-characters.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { readFields } from '#server/platform/http/read-form.ts'
import { senderOf } from '#server/platform/http/throttle.ts'
import type { DeskFrame } from './desk-frame.ts'
import { takeFlash, writeFlash } from './flash.ts'
import { type Asked, takeQuestion, writeQuestion } from './question-cookie.ts'
import { createDeviceCookie } from './session-cookie.ts'

export type PageContent = {
  title: string
  section?: Section
  body: ReactNode
  status?: 200 | 403 | 404 | 409 | 422 | 429 | 500
  /** May ask for the camera. */
  scans?: boolean
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const FOCUS = ' autofocus=""'

/** Several fields may be in error, but only one element can have autofocus. */
function withOneFocus(markup: string): string {
  const first = markup.indexOf(FOCUS)
  return markup.replaceAll(FOCUS, (found, index) => (index === first ? found : ''))
}

async function readPrintable(request: Request, maxBytes: number | undefined): Promise<URLSearchParams> {
  const fields = await readFields(request, maxBytes)
  for (const value of fields.values()) refuseUnprintable(value)
  return fields
}

/** A request to the desk, with what its screens need. */
export function createVisit(c: Context, frame: DeskFrame, maxFormBytes?: number) {
  const { publicUrl, securityHeaders, trustedProxies } = frame
  const query = new URL(c.req.url).searchParams
  const sender = senderOf(c, trustedProxies)
  // Read first, so that a change during rendering triggers a refresh.
  const renderedAt = frame.streams.position()
  let fields: Promise<URLSearchParams> | undefined

  /** The parts of a page its script wants to refresh; undefined for the whole page. */
  const parts = c.req.header(PARTS_HEADER)?.split(',')

  function html(content: PageContent, operator: Operator | undefined, badges?: BadgeCounts): Response {
    const { title, section, body, status = 200, scans = false } = content
    const security = scans ? securityHeaders.forScanning : securityHeaders.forDesk
    const headers = { ...security, [RENDERED_AT_HEADER]: renderedAt }
    if (operator && parts)
      return c.html(renderToStaticMarkup(<RenderTime value={frame.now()}>{body}</RenderTime>), status, headers)
    const markup = renderToStaticMarkup(
      <DeskDocument
        title={title}
        section={section}
        operator={operator}
        flash={takeFlash(c, publicUrl.protocol === 'https:')}
        badges={badges}
        renderedAt={renderedAt}
        assets={frame.assets}
      >
        <RenderTime value={frame.now()}>{body}</RenderTime>
      </DeskDocument>,
    )
    return c.html(`<!doctype html>${withOneFocus(markup)}`, status, headers)
  }

  /** Where to redirect afterward: always a desk page, regardless of input (no open redirect). */
  function nextPath(given: string): string {
    const url = URL.parse(given, publicUrl.origin)
    const isDesk = url?.origin === publicUrl.origin && /^\/admin(\/|$)/.test(url.pathname)
    return isDesk ? url.pathname + url.search : deskPaths.today()
  }

  return {
    c,
    sender,
    origin: {
      address: sender.client,
      userAgent: c.req.header('user-agent') ?? '',
      deviceToken: createDeviceCookie(publicUrl).read(c)?.slice(0, 100),
    } satisfies Origin,

    isPartial: parts !== undefined,

    /** Returns true if this part of the page is to be rendered. A screen may skip the work for the others. */
    wants: (part: string): boolean => parts?.includes(part) ?? true,

    page: (content: PageContent): Response => html(content, undefined),
    pageFor: html,

    /** For the next page only; false if it is too long. */
    writeQuestion: (asked: Asked): boolean => writeQuestion(c, asked, publicUrl.protocol === 'https:'),

    takeQuestion: (): Asked | undefined => takeQuestion(c, publicUrl.protocol === 'https:'),

    data: (value: unknown, status: 200 | 400 | 401 | 403 | 409 | 429 = 200): Response =>
      c.json(value, status, securityHeaders.forDesk),

    /** Redirects after a form, so that a reload doesn't submit it again. */
    go(path: string, flash?: Flash): Response {
      if (flash) writeFlash(c, flash, publicUrl.protocol === 'https:')
      const referer = URL.parse(c.req.header('referer') ?? '')
      const to = referer?.origin === publicUrl.origin ? besideList(path, referer) : path
      for (const [name, value] of Object.entries(securityHeaders.forDesk)) c.header(name, value)
      return c.redirect(to, 303)
    },

    /** A path parameter that must be a UUID; anything else is a 404. */
    id(name: string): string {
      const value = c.req.param(name) ?? ''
      if (!UUID.test(value)) throw new AppError('not_found', 'Page not found.', 404)
      return value
    },

    /** A query parameter; empty if missing or unusable. */
    query(name: string): string {
      const value = query.get(name)?.trim() ?? ''
      return isUnprintable(value) || value.length > MAX_EMAIL_LENGTH ? '' : value
    },

    /** All values of a query parameter. */
    queryAll: (name: string): string[] => query.getAll(name),

    /** The form fields, read once. */
    form: (): Promise<URLSearchParams> => (fields ??= readPrintable(c.req.raw, maxFormBytes)),

    nextPath,

    /** A path of the desk from a query parameter. */
    pathIn: (name: string): string => nextPath(query.get(name) ?? ''),
  }
}

export type Visit = ReturnType<typeof createVisit>

/** A visit by a signed-in operator. */
export type OperatorVisit = Omit<Visit, 'pageFor'> & {
  operator: Operator
  session: OpenSession
  sessionId: string
  /** The name in the audit log. */
  actor: Actor
}

export function asOperator(visit: Visit, session: OpenSession, badges: BadgeCounts | undefined): OperatorVisit {
  const { operator } = session
  return {
    ...visit,
    page: (content) => visit.pageFor(content, operator, badges),
    operator,
    session,
    sessionId: session.id,
    actor: actorOf(operator),
  }
}
