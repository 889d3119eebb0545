import { beforeAll, expect, test } from 'vitest'
import { isAtLeast } from '#domain/operators/roles.ts'
import { ORDER_SCREENS, SCREENS, TABBED_SCREENS, TICKED_SCREENS } from '#test/e2e/desk-screens.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { deskRoutes, screenRoutes } from './desk-routes.ts'
import type { DeskRoute } from './desk/route.ts'

const VISITORS = ['nobody', 'read-only', 'staff', 'owner'] as const
type Visitor = (typeof VISITORS)[number]

const database = useTestDatabase()
const cookies: Partial<Record<Visitor, string>> = {}
let table: DeskRoute[] = []
let desk: ReturnType<typeof createTestDesk>
let deskLater: ReturnType<typeof createTestDesk>

beforeAll(async () => {
  table = deskRoutes(createTestDesk(database.current).deps)
  // The real table and guard; only the handlers behind the guard are replaced by a marker.
  const routes = table.map((route): DeskRoute => ({ ...route, handle: () => new Response('reached', { status: 299 }) }))
  desk = createTestDesk(database.current, { routes })
  deskLater = createTestDesk(database.current, { routes, now: () => new Date(Date.now() + 11 * 60_000) })
  for (const role of ['read-only', 'staff', 'owner'] as const) cookies[role] = await desk.signIn(role)
})

/** No personal data in them, or they only revoke access. */
const HARMLESS = new Set(['GET /catalogue/export.csv', 'GET /confirm/download', 'POST /account/browsers/:id/forget'])

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** What must happen according to the table. */
function expected(route: DeskRoute, visitor: Visitor): string {
  if (route.role === 'nobody') return '299'
  if (visitor === 'nobody') return route.isData ? '401' : '303 /admin/sign-in'
  return isAtLeast(visitor, route.role) ? '299' : '403'
}

async function outcome(from: typeof desk, { method, path }: DeskRoute, cookie: string | undefined): Promise<string> {
  const address = `/admin${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`.replace(/\/$/, '')
  const response = await from.request(address, { cookie, ...(method === 'POST' && { form: {} }) })
  const target = response.headers.get('location')?.split('?')[0]
  return target ? `${response.status} ${target}` : String(response.status)
}

test('answers anonymous visitors, readers, staff and owners as the table says', async () => {
  expect(table.length).toBeGreaterThan(15)
  for (const route of table) {
    for (const visitor of VISITORS) {
      const name = `${route.method} ${route.path} for ${visitor}`
      expect(`${name}: ${await outcome(desk, route, cookies[visitor])}`).toBe(`${name}: ${expected(route, visitor)}`)
    }
  }
})

test('asks for confirmation after ten minutes on sensitive routes only', async () => {
  for (const route of table) {
    const isSensitive = route.role !== 'nobody' && route.isSensitive
    const answer = await outcome(deskLater, route, cookies.owner)
    const refusal = route.method === 'GET' ? '303 /admin/confirm' : '409'
    expect(`${route.method} ${route.path}: ${answer}`).toBe(
      `${route.method} ${route.path}: ${isSensitive ? refusal : '299'}`,
    )
  }
})

test('marks refunds, personal data, keys and the team as sensitive', () => {
  const sensitive = table.filter((route) => route.role !== 'nobody' && route.isSensitive)
  expect(sensitive.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /audit/export.csv',
    'GET /backups/everything.zip',
    'GET /customers/export.json',
    'GET /orders/export.csv',
    'GET /subscribers/export.csv',
    'POST /account/passkey-only',
    'POST /account/passkeys',
    'POST /account/passkeys/options',
    'POST /account/passkeys/remove',
    'POST /account/password',
    'POST /account/recovery-codes',
    'POST /customers/forget',
    'POST /money/close',
    'POST /money/give-back',
    'POST /money/record-refund',
    'POST /money/resend-refund',
    'POST /money/retry-stuck',
    'POST /money/settle',
    'POST /orders/:id/address-tax',
    'POST /orders/:id/cancel',
    'POST /orders/:id/items',
    'POST /orders/:id/refund',
    'POST /orders/:id/refund-items',
    'POST /settings/labels/connect',
    'POST /team',
    'POST /team/:id/link',
    'POST /team/:id/passkey-only',
    'POST /team/:id/remove',
    'POST /team/:id/role',
    'POST /team/passkey-only',
  ])
  // Also catches anything that exports, refunds or deletes under another name.
  const forms = new Set(table.filter(({ method }) => method === 'POST').map(({ path }) => path))
  const unmarked = table.filter(
    (route) =>
      /export|download|refund|retry|forget|delete/.test(route.path) &&
      route.role !== 'nobody' &&
      !route.isSensitive &&
      // A GET of a form's address only redirects to the page above it.
      !(route.method === 'GET' && forms.has(route.path)),
  )
  const names = unmarked.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !HARMLESS.has(name))).toEqual([])
})

test('shows only their account to operators who must add a passkey first', async () => {
  const cookie = await desk.signIn('owner')
  const session = await desk.parts.desk.sessions.find(cookie.slice('desk='.length))
  await database.current.withConnection((connection) =>
    connection.rows('update operators set requires_passkey = true where id = $1', [session?.operator.id]),
  )
  for (const route of table) {
    if (route.role === 'nobody') continue
    const name = `${route.method} ${route.path}`
    // Notifications show what happens in the shop, so they wait for the passkey, too.
    const isOpen = /^\/(account(?!\/notifications)|confirm|question|sign-out)/.test(route.path)
    expect(`${name}: ${Boolean(route.isForSetup)}`).toBe(`${name}: ${isOpen}`)
    const answer = await outcome(desk, route, cookie)
    expect(`${name}: ${answer}`).toBe(`${name}: ${isOpen ? '299' : route.isData ? '403' : '303 /admin/account'}`)
  }
})

test('leaves only these routes open without sign-in', () => {
  const open = table.filter(({ role }) => role === 'nobody').map(({ method, path }) => `${method} ${path}`)
  expect(open).toEqual([
    'GET /sign-in',
    'POST /sign-in',
    'GET /sign-in/link',
    'POST /sign-in/link',
    'GET /link/:token',
    'POST /link/:token',
    'POST /passkey/options',
    'POST /passkey/sign-in',
  ])
})

test('makes every change a POST that requires staff, or is limited to the sender', () => {
  const own = /^\/(account|confirm|sign-out|sign-in|link|passkey)/
  const offenders = table.filter(
    ({ method, path, role }) =>
      method === 'POST' && !own.test(path) && (role === 'nobody' || !isAtLeast(role, 'staff')),
  )
  expect(offenders).toEqual([])
})

/** Opened only by a click that has to come first. */
const OPENED_BY_CLICK = new Set([
  // Only of an order that has just shipped; test/e2e/desk-undo-shipped.e2e.ts opens it.
  '/orders/:id/unship',
  '/orders/bulk/unship',
  // Only of an order that has shipped; test/e2e/desk-returns.e2e.ts opens them.
  '/orders/:id/return',
  '/orders/:id/returns/:returnId/receive',
  // Only with an account for labels; test/e2e/desk-labels.e2e.ts opens them.
  '/orders/buy-labels',
  '/orders/bought-labels',
  '/orders/:id/buy-label',
  '/codes/:code',
  // Only without a script; test/e2e/desk-orders.e2e.ts opens it.
  '/question',
  '/confirm',
  '/confirm/download',
])
/** Pages of the shop in a frame of the desk. */
const IN_A_FRAME = new Set(['/pages/:slug/preview'])

test('includes every screen in the list that a browser visits', () => {
  const visited = [
    ...[...SCREENS, ...TABBED_SCREENS, ...TICKED_SCREENS].map((address) => address.split('?')[0] ?? ''),
    ...ORDER_SCREENS.map((below) => `/admin/orders/${UNKNOWN_ID}${below.split('?')[0]}`),
  ]
  const screens = screenRoutes(createTestDesk(database.current).deps).filter(
    (route) =>
      route.method === 'GET' &&
      !route.isData &&
      !/\.\w+$/.test(route.path) &&
      !OPENED_BY_CLICK.has(route.path) &&
      !IN_A_FRAME.has(route.path),
  )
  const unvisited = screens.filter(({ path }) => {
    const pattern = new RegExp(`^/admin${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}$`)
    return !visited.some((address) => pattern.test(address))
  })
  expect(
    unvisited.map(({ path }) => path),
    'add an address of these to test/e2e/desk-screens.ts',
  ).toEqual([])
})

test('has only one route per path', () => {
  const places = table.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(places).size).toBe(places.length)
})

test('refuses a form from another site or without an origin, even when signed in', async () => {
  const senders: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    {},
  ]
  for (const headers of senders) {
    for (const { path } of table.filter(({ method }) => method === 'POST')) {
      const response = await desk.app.request(`/admin${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`, {
        method: 'POST',
        headers: { ...headers, cookie: cookies.owner ?? '' },
      })
      expect(`${path}: ${response.status}`).toBe(`${path}: 403`)
    }
  }
})

test('answers 404 for unknown routes to operators only; strangers must sign in', async () => {
  expect(
    await outcome(desk, { method: 'GET', path: '/nothing', role: 'owner', handle: () => new Response() }, undefined),
  ).toBe('303 /admin/sign-in')
  const response = await desk.request('/admin/nothing', { cookie: cookies.owner })
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
})
