import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Flash } from '#desk/ui/flash-message.tsx'

const COOKIE = 'desk-flash'
const OPTIONS = { path: '/admin', httpOnly: true, sameSite: 'Strict' } as const

const flashSchema: z.ZodType<Flash> = z.object({
  kind: z.enum(['done', 'problem']),
  text: z.string().max(500),
  copy: z.object({ label: z.string().max(100), text: z.string().max(500) }).optional(),
  undo: z.array(z.uuid()).max(50).optional(),
  restore: z.object({ auditId: z.int().positive(), back: z.string().max(300) }).optional(),
})

/** What the page after a form says about it. Carried by a cookie, so that any shop process can show it. */
export function writeFlash(c: Context, flash: Flash, isHttps: boolean): void {
  setCookie(c, COOKIE, encodeURIComponent(JSON.stringify(flash)), { ...OPTIONS, secure: isHttps, maxAge: 60 })
}

export function takeFlash(c: Context): Flash | undefined {
  const text = getCookie(c, COOKIE)
  if (text === undefined) return undefined
  deleteCookie(c, COOKIE, OPTIONS)
  try {
    return flashSchema.safeParse(JSON.parse(decodeURIComponent(text))).data
  } catch {
    // Somebody played with their cookies; there is nothing to say then.
    return undefined
  }
}
