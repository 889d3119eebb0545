import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Role } from '#domain/operators/roles.ts'
import { formAddresses } from './form-address.ts'
import type { DeskRoute } from './route.ts'
import type { OperatorVisit } from './visit.tsx'

function route(method: 'GET' | 'POST', path: string, role: Role, more: { isData?: true } = {}): DeskRoute {
  return { method, path, role, ...more, handle: () => new Response() }
}

/** Where a GET of the form's address leads. */
async function target(routes: DeskRoute[], path: string): Promise<string> {
  const found = formAddresses(routes).find((one) => one.path === path)
  if (!found || found.role === 'nobody') throw new Error(`there is no GET of ${path}`)
  const app = new Hono()
  app.get('*', (c) => found.handle({ c, go: (to: string) => c.text(to) } as unknown as OperatorVisit))
  return (await app.request(`http://shop.test/admin${path}`)).text()
}

const TODAY = route('GET', '/', 'read-only')

test('a form’s address leads to the nearest page above it', async () => {
  const routes = [TODAY, route('GET', '/orders/7', 'read-only'), route('POST', '/orders/7/pack', 'staff')]
  expect(await target(routes, '/orders/7/pack')).toBe('/admin/orders/7')
})

test('skips a page that the sender of the form may not see', async () => {
  const routes = [
    TODAY,
    route('GET', '/settings', 'read-only'),
    route('GET', '/settings/team', 'owner'),
    route('POST', '/settings/team/leave', 'staff'),
  ]
  expect(await target(routes, '/settings/team/leave')).toBe('/admin/settings')
})

test('skips addresses that only a script requests', async () => {
  const routes = [TODAY, route('GET', '/live', 'read-only', { isData: true }), route('POST', '/live/mute', 'staff')]
  expect(await target(routes, '/live/mute')).toBe('/admin')
})

test('ignores a form that has its own page', () => {
  expect(formAddresses([TODAY, route('GET', '/team', 'owner'), route('POST', '/team', 'owner')])).toEqual([])
})
