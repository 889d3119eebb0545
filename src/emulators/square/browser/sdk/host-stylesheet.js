import { EMULATOR_ORIGIN } from './frame-connection.js'

/** Square, too, adds a stylesheet of its own to the page; a page that forbids inline styles can allow this one. */
export function addHostStylesheet() {
  const href = `${EMULATOR_ORIGIN}/v1/square.css`
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
