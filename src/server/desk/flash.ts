import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Flash } from '#desk/ui/flash-message.tsx'
import { BULK_LIMIT } from '#domain/orders/bulk-actions.ts'

/** Named like the session cookie, so that browsers apply the same rules to both. */
function cookieFor(isHttps: boolean) {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Strict' } as const
  return { name: isHttps ? '__Host-desk-flash' : 'desk-flash', options }
}

const ID_LENGTH = 22

/** A cookie is limited to 4 KB: a hundred IDs fit as base64url, but not as JSON. */
function packIds(ids: readonly string[]): string {
  return ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')).join('')
}

function unpackIds(packed: string): string[] {
  return Array.from({ length: Math.floor(packed.length / ID_LENGTH) }, (_, index) => {
    const hex = Buffer.from(packed.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH), 'base64url').toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  })
}

const flashSchema: z.ZodType<Flash> = z.object({
  kind: z.enum(['done', 'problem']),
  text: z.string().max(500),
  copy: z.object({ label: z.string().max(100), text: z.string().max(500) }).optional(),
  undo: z.array(z.uuid()).max(50).optional(),
  unpack: z
    .string()
    .max(BULK_LIMIT * ID_LENGTH)
    .transform(unpackIds)
    .optional(),
  restore: z.object({ auditId: z.int().positive(), back: z.string().max(300) }).optional(),
})

/** The message the next page shows about a form, in a cookie so that any shop process can show it. */
export function writeFlash(c: Context, flash: Flash, isHttps: boolean): void {
  const { name, options } = cookieFor(isHttps)
  setCookie(c, name, encodeURIComponent(JSON.stringify({ ...flash, unpack: flash.unpack && packIds(flash.unpack) })), {
    ...options,
    maxAge: 60,
  })
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
