import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const DAY_SECONDS = 24 * 60 * 60

const USUAL_PORT = '3000'

/**
 * Over https the name's prefix makes browsers enforce Secure, this host only and the path `/`. Plain http, where they
 * would refuse the prefix, is for local development: there the port goes into the name, since cookies ignore ports.
 */
function createCookie(plainName: string, { protocol, port }: URL, sameSite: 'Lax' | 'Strict', maxAge: number) {
  const isHttps = protocol === 'https:'
  const laptopName = port === USUAL_PORT ? plainName : `${plainName}-${port}`
  const name = isHttps ? `__Host-${plainName}` : laptopName
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite } as const
  return {
    read: (c: Context): string | undefined => getCookie(c, name),
    write: (c: Context, token: string): void => setCookie(c, name, token, { ...options, maxAge }),
    clear: (c: Context): void => void deleteCookie(c, name, options),
  }
}

// Lax, not Strict: an operator who follows an order link from an email should be signed in.
export const createSessionCookie = (publicUrl: URL) => createCookie('desk', publicUrl, 'Lax', 90 * DAY_SECONDS)

/** Marks a browser that an operator has signed in from before; grants no access. */
export const createDeviceCookie = (publicUrl: URL) =>
  createCookie('desk-device', publicUrl, 'Strict', 365 * DAY_SECONDS)

/** Sets both cookies on sign-in and clears them on sign-out. */
export function createAccessCookies(publicUrl: URL) {
  const [session, device] = [createSessionCookie(publicUrl), createDeviceCookie(publicUrl)]
  return {
    write(c: Context, { token, deviceToken }: { token: string; deviceToken: string }): void {
      session.write(c, token)
      device.write(c, deviceToken)
    },
    clear(c: Context, isDeviceForgotten: boolean): void {
      session.clear(c)
      if (isDeviceForgotten) device.clear(c)
    },
  }
}
