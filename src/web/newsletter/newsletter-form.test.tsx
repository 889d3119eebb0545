import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewsletterForm } from './newsletter-form.tsx'

const html = renderToStaticMarkup(<NewsletterForm source="footer" />)

test('works before any script has loaded', () => {
  expect(html).toContain('method="post"')
  expect(html).toContain('action="/functions/v1/email-signup"')
  expect(html).toContain('<input type="hidden" name="source" value="footer"/>')
})

test('requires an email address within the length limit', () => {
  expect(html).toMatch(/<input[^>]*type="email" required="" maxLength="254"[^>]*name="email"/)
})

test('hides the honeypot from sight, screen readers and the keyboard', () => {
  expect(html).toMatch(
    /aria-hidden="true"><label>Website<input type="text" tabindex="-1" autoComplete="off" name="website"/,
  )
})

test('uses no inline styles, which the content security policy would refuse', () => {
  expect(html).not.toContain('style=')
})
