import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { deskPaths } from '#desk/desk-paths.ts'
import { Problem } from '#desk/views/frame/problem.tsx'
import { isFresh } from '#domain/operators/fresh-sign-in.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { AppError } from '#server/platform/errors.ts'
import { isForm } from '#server/platform/http/read-form.ts'
import { senderOf } from '#server/platform/http/throttle.ts'
import { cancelUnsentBody } from '#server/platform/http/unsent-body.ts'
import { BUSY_TEXT, refusalHeaders } from '#server/platform/pages/page-headers.ts'
import { RenderRefused } from '#server/platform/pages/render-admission.ts'
import { openQuestion } from './confirm-question.tsx'
import type { DeskFrame } from './desk-frame.ts'
import type { DeskRoute } from './route.ts'
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts'
import { asOperator, createVisit, type OperatorVisit, type Visit } from './visit.tsx'

const NOT_YOURS = 'Your role doesn’t allow this. Ask an owner to do it or to change your role.'
const ADD_PASSKEY = 'Your account signs in with a passkey only. Add one below to continue.'

/** The desk at /admin, built entirely from its route table. */
export function createDesk(frame: DeskFrame, routes: readonly DeskRoute[]): Hono {
  const { admission, findSession, countBadges, confirmation, log, now, publicUrl } = frame
  const cookie = createSessionCookie(publicUrl)
  const deviceCookie = createDeviceCookie(publicUrl)
  const app = new Hono().basePath('/admin')
  app.use(requestId({ headerName: '', generator: ({ env }) => givenId(env) ?? crypto.randomUUID() }))
  app.use(cancelUnsentBody)
  // Refusals are delayed, so that floods slow down.
  app.use(async (c, next) => {
    await next()
    if (c.res.status === 429) await admission.delayRefusal(senderOf(c, frame.trustedProxies).client)
  })

  /**
   * Each of a stranger's requests is a page or a query. A flood never holds up an operator, neither at work nor at the
   * door with a browser they have signed in from. A session counts only where it's looked up, because it may have ended.
   */
  async function admit(c: Context, route?: DeskRoute): Promise<void> {
    const [session, device] = [cookie.read(c), deviceCookie.read(c)]
    if (session !== undefined && route?.role !== 'nobody' && frame.knowsSession(session)) return
    if (device !== undefined && (await frame.knowsDevice(device))) return
    await admission.charge(senderOf(c, frame.trustedProxies), 'desk')
  }

  async function findOperator(c: Context, visit: Visit, route?: DeskRoute): Promise<OperatorVisit | undefined> {
    const token = cookie.read(c)
    const session = token === undefined ? undefined : await findSession(token)
    if (!session) return undefined
    const device = deviceCookie.read(c)
    if (device !== undefined) await frame.noteDevice(device)
    // Only whole pages have navigation: those of a GET, and the answer to a form that was refused or is asked about.
    const badges = route?.isData || visit.isPartial ? undefined : await countBadges()
    return asOperator(visit, session, badges)
  }

  /** The only place that checks permissions; handlers can trust the visit they get. */
  async function answer(route: DeskRoute, c: Context): Promise<Response> {
    await admit(c, route)
    const visit = createVisit(c, frame, route.maxFormBytes)
    if (route.method === 'POST' && !isFromDesk(c, publicUrl.origin))
      throw new AppError('cross_site', 'This request came from another site.', 403)
    if (route.role === 'nobody') return route.handle(visit)
    const found = await findOperator(c, visit, route)
    if (!found)
      return route.isData
        ? visit.data({ error: 'Sign in first.' }, 401)
        : visit.go(deskPaths.signIn(afterSignIn(c, visit)))
    if (!isAtLeast(found.operator.role, route.role)) throw new AppError('forbidden', NOT_YOURS, 403)
    const { session } = found
    if (session.requiresPasskey && !session.hasPasskey && !route.isForSetup) {
      if (route.isData) return visit.data({ error: ADD_PASSKEY }, 403)
      return visit.go(deskPaths.account(), { kind: 'problem', text: ADD_PASSKEY })
    }
    const question = route.method === 'POST' && isForm(c.req.raw) ? await openQuestion(found) : undefined
    if (question) return question
    if (route.isSensitive) {
      const refusal = isFresh(session, now()) ? undefined : await confirmation.ask(found, route)
      if (refusal) return refusal
      await confirmation.keep(found)
    }
    return route.handle(found)
  }

  for (const route of routes) {
    app.on(route.method, route.path, (c) => answer(route, c))
  }

  app.all('*', async (c) => {
    await admit(c)
    const visit = createVisit(c, frame)
    if (!(await findOperator(c, visit))) return visit.go(deskPaths.signIn())
    throw new AppError('not_found', 'Page not found.', 404)
  })

  function refuse(c: Context, refusal: RenderRefused): Response {
    const headers = refusalHeaders(frame.securityHeaders.forDesk, refusal)
    return acceptsPage(c)
      ? c.text(`${BUSY_TEXT}\n`, refusal.status, headers)
      : c.json({ error: BUSY_TEXT }, refusal.status, headers)
  }

  app.onError(async (error, c) => {
    if (error instanceof RenderRefused) return refuse(c, error)
    const id = c.get('requestId')
    const isKnown = error instanceof AppError
    if (!isKnown) log.error({ err: error, requestId: id, method: c.req.method }, 'desk request failed')
    const problem = isKnown ? error : ourFault(c, id)
    if (!acceptsPage(c))
      return c.json({ error: problem.message }, problem.status, {
        ...frame.securityHeaders.forDesk,
        ...problem.headers,
      })
    const visit = createVisit(c, frame)
    const found = isKnown ? await findOperator(c, visit) : undefined
    const body = <Problem text={problem.message} form={formPage(c, visit)} />
    const page = (found ?? visit).page({ title: 'That didn’t work', body })
    for (const [name, value] of Object.entries(problem.headers)) page.headers.set(name, value)
    return new Response(page.body, { status: problem.status, headers: page.headers })
  })

  return app
}

/** Almost always the database is down or slow. A form may have been saved all the same, if only the answer was lost. */
function ourFault({ req }: Context, id: string): AppError {
  const advice = req.method === 'POST' ? 'Check whether your change was saved before you try again.' : 'Try again.'
  return new AppError('internal', `Something went wrong on our side (${id}). ${advice}`, 503, {
    retryAfterSeconds: 5,
  })
}

function acceptsPage({ req }: Context): boolean {
  return req.header('accept')?.includes('text/html') ?? false
}

/** The page of the form that was sent; undefined if none was. */
function formPage({ req }: Pick<Context, 'req'>, visit: Visit): string | undefined {
  const referer = req.header('referer')
  return req.method === 'POST' && referer !== undefined ? visit.nextPath(referer) : undefined
}

/** A page is shown after sign-in; a form has to be sent again, from its page, where the browser fills it in. */
function afterSignIn({ req }: Context, visit: Visit): string | undefined {
  const { pathname, search } = new URL(req.url)
  return req.method === 'GET' ? pathname + search : formPage({ req }, visit)
}

/** The request id set by the shop; undefined when the desk runs alone, as in tests. */
function givenId(bindings: { requestId?: string } | undefined): string | undefined {
  return bindings?.requestId
}

/**
 * CSRF protection, stricter than the shop's own: operators use browsers, and every browser says where a form came from.
 * Together with the SameSite cookie this replaces CSRF tokens.
 */
function isFromDesk(c: Context, publicOrigin: string): boolean {
  const fetchSite = c.req.header('sec-fetch-site')
  return fetchSite === undefined ? c.req.header('origin') === publicOrigin : fetchSite === 'same-origin'
}
