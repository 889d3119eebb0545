import { expect, test } from 'vitest'
import { toSafeHtml } from './policies.service.ts'

test('renders headings, lists and links as HTML', () => {
  expect(toSafeHtml('## Returns\n\n- within [30 days](https://bloomera.example)')).toBe(
    '<h2>Returns</h2>\n<ul>\n<li>within <a href="https://bloomera.example">30 days</a></li>\n</ul>',
  )
})

test('renders nothing in a policy that can run', () => {
  const html = toSafeHtml(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[click](javascript:alert(1)) ![x](data:text/html,x)',
  )
  expect(html).not.toMatch(/<script|<img src=x|href="javascript|src="data/)
})
