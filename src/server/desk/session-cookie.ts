import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const LONGEST_SECONDS = 90 * 24 * 60 * 60

/**
 * Over https the name's prefix makes browsers insist on Secure, this host alone and the path `/`; plain http, where they
 * would refuse it, is for laptops.
 */
export function createSessionCookie({ protocol }: URL) {
  const isHttps = protocol === 'https:'
  const name = isHttps ? '__Host-desk' : 'desk'
  // Lax, not Strict: a link in a mail to an order should find its reader signed in.
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  return {
    read: (c: Context): string | undefined => getCookie(c, name),
    write: (c: Context, token: string): void => setCookie(c, name, token, { ...options, maxAge: LONGEST_SECONDS }),
    clear: (c: Context): void => void deleteCookie(c, name, options),
  }
}
