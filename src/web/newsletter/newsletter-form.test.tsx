import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewsletterForm } from './newsletter-form.tsx'

const html = renderToStaticMarkup(<NewsletterForm source="footer" />)

test('the form works before any script has loaded', () => {
  expect(html).toContain('method="post"')
  expect(html).toContain('action="/functions/v1/email-signup"')
  expect(html).toContain('<input type="hidden" name="source" value="footer"/>')
})

test('the address is required, an e-mail and no longer than one can be', () => {
  expect(html).toMatch(/<input[^>]*type="email" required="" maxLength="254"[^>]*name="email"/)
})

test('the trap is empty, and neither seen nor read out nor reached with the keyboard', () => {
  expect(html).toMatch(
    /aria-hidden="true"><label>Website<input type="text" tabindex="-1" autoComplete="off" name="website"/,
  )
})

test('nothing is styled on the element, which the content security policy would refuse', () => {
  expect(html).not.toContain('style=')
})
