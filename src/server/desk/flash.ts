import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Flash } from '#desk/ui/flash-message.tsx'

/** Named like the session cookie, so that browsers apply the same rules to both. */
function cookieFor(isHttps: boolean) {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Strict' } as const
  return { name: isHttps ? '__Host-desk-flash' : 'desk-flash', options }
}

const flashSchema: z.ZodType<Flash> = z.object({
  kind: z.enum(['done', 'problem']),
  text: z.string().max(500),
  copy: z.object({ label: z.string().max(100), text: z.string().max(500) }).optional(),
  undo: z.array(z.uuid()).max(50).optional(),
  restore: z.object({ auditId: z.int().positive(), back: z.string().max(300) }).optional(),
})

/** The message the next page shows about a form, in a cookie so that any shop process can show it. */
export function writeFlash(c: Context, flash: Flash, isHttps: boolean): void {
  const { name, options } = cookieFor(isHttps)
  setCookie(c, name, encodeURIComponent(JSON.stringify(flash)), { ...options, maxAge: 60 })
}

export function takeFlash(c: Context, isHttps: boolean): Flash | undefined {
  const { name, options } = cookieFor(isHttps)
  const text = getCookie(c, name)
  if (text === undefined) return undefined
  deleteCookie(c, name, options)
  try {
    return flashSchema.safeParse(JSON.parse(decodeURIComponent(text))).data
  } catch {
    // The cookie was tampered with: show nothing.
    return undefined
  }
}
