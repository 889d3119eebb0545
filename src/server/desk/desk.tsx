import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { deskPaths } from '#desk/desk-paths.ts'
import { Problem } from '#desk/views/problem.tsx'
import { isAtLeast } from '#domain/roles.ts'
import { AppError } from '#server/errors.ts'
import { isForm } from '#server/http/read-form.ts'
import type { DeskParts } from './desk-parts.ts'
import { openQuestion } from './open-question.tsx'
import type { DeskRoute } from './route.ts'
import { deskRoutes } from './routes.ts'
import { createSessionCookie } from './session-cookie.ts'
import { asOperator, createVisit, type OperatorVisit, type Visit } from './visit.tsx'

/** A sign-in is fresh for an hour. */
const FRESH_MS = 60 * 60 * 1000

const NOT_YOURS = 'Your role does not allow this. An owner can do it, or give you another role.'
const SIGN_IN_AGAIN = 'Please sign in again: this needs a sign-in of the last hour.'

/** The desk at /admin, built from its route table and from nothing else. */
export function createDesk(parts: DeskParts, routes: readonly DeskRoute[] = deskRoutes(parts)): Hono {
  const { desk, log, now, publicUrl } = parts
  const cookie = createSessionCookie(publicUrl)
  const app = new Hono().basePath('/admin')

  async function findOperator(
    c: Context,
    visit: Visit,
  ): Promise<{ visit: OperatorVisit; isFresh: boolean } | undefined> {
    const token = cookie.read(c)
    const session = token === undefined ? undefined : await desk.signIn.find(token)
    if (!session) return undefined
    const isFresh = now().getTime() - session.createdAt.getTime() < FRESH_MS
    // Only a page has room for the banner.
    const alertCount = c.req.method === 'GET' ? await desk.alerts.countUnseen() : 0
    return { visit: asOperator(visit, session.operator, session.id, alertCount), isFresh }
  }

  /** The one place that decides who may; everything below it can trust the visit it gets. */
  async function answer(route: DeskRoute, c: Context): Promise<Response> {
    const visit = createVisit(c, parts, route.maxFormBytes)
    if (route.method === 'POST' && !isFromDesk(c, publicUrl.origin))
      throw new AppError('cross_site', 'This request came from another site.', 403)
    if (route.role === 'nobody') return route.handle(visit)
    const found = await findOperator(c, visit)
    // What was asked for with GET can be shown afterwards; a form has to be sent anew.
    const next = route.method === 'GET' ? new URL(c.req.url).pathname + new URL(c.req.url).search : undefined
    if (!found) return route.isData ? visit.data({ error: 'Sign in first.' }, 401) : visit.go(deskPaths.signIn(next))
    if (!isAtLeast(found.visit.operator.role, route.role)) throw new AppError('forbidden', NOT_YOURS, 403)
    if (route.isSensitive && !found.isFresh) {
      if (route.isData) return visit.data({ error: SIGN_IN_AGAIN }, 401)
      return visit.go(deskPaths.signIn(next), { kind: 'problem', text: SIGN_IN_AGAIN })
    }
    const question = route.method === 'POST' && isForm(c.req.raw) ? await openQuestion(visit) : undefined
    return question ? found.visit.page(question) : route.handle(found.visit)
  }

  for (const route of routes) {
    app.on(route.method, route.path, (c) => answer(route, c))
  }

  app.all('*', async (c) => {
    const visit = createVisit(c, parts)
    if (!(await findOperator(c, visit))) return visit.go(deskPaths.signIn())
    throw new AppError('not_found', 'There is no such page at the desk.', 404)
  })

  app.onError(async (error, c) => {
    const requestId = randomUUID()
    const isKnown = error instanceof AppError
    if (!isKnown) log.error({ err: error, requestId, method: c.req.method }, 'the desk failed')
    const status = isKnown ? error.status : 500
    const text = isKnown
      ? error.message
      : `Something went wrong on our side (${requestId}). Nothing is lost; please try again.`
    if (!c.req.header('accept')?.includes('text/html'))
      return c.json({ error: text }, status, parts.securityHeaders.forDesk)
    const visit = createVisit(c, parts)
    const operator = isKnown ? (await findOperator(c, visit))?.visit.operator : undefined
    const page = visit.pageFor({ title: 'That did not work', body: <Problem text={text} /> }, operator)
    return new Response(page.body, { status, headers: page.headers })
  })

  return app
}

/**
 * Stricter than the shop's own rule: whoever acts at the desk uses a browser, and every browser says where a form came
 * from. Together with the cookie's SameSite this stands in for tokens in forms.
 */
function isFromDesk(c: Context, publicOrigin: string): boolean {
  const fetchSite = c.req.header('sec-fetch-site')
  return fetchSite === undefined ? c.req.header('origin') === publicOrigin : fetchSite === 'same-origin'
}
