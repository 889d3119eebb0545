import { expect, test } from 'vitest'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
const BROKEN = 'routes/storefront/about'

test('a page that breaks says so, with links that need no script', async () => {
  const shop = await createTestShop(
    database.current,
    {},
    {
      changeBuild(build) {
        const route = build.routes[BROKEN]
        if (!route) throw new Error(`no ${BROKEN}`)
        const loader = () => Promise.reject(new Error('broken on purpose'))
        return { ...build, routes: { ...build.routes, [BROKEN]: { ...route, module: { ...route.module, loader } } } }
      },
    },
  )
  const response = await shop.app.request('/about')
  const html = await response.text()
  expect(response.status).toBe(500)
  expect(html).toContain('<title>Unexpected Application Error! | Bloomera</title>')
  expect(html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/)
  expect(html).toContain('Please try again in a moment.')
  expect(html).toMatch(/<a class="button" href="\/">Back to Home<\/a>/)
  expect(html).toMatch(/<a class="[^"]*" href="\/about">Try again<\/a>/)
  // In its final place, not moved there by a script.
  expect(html).not.toContain('<div hidden="" id="S:')
  expect(html).not.toContain('broken on purpose')
})
