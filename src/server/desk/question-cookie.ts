import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'

const askedSchema = z.object({
  question: z.string().max(1000),
  action: z.string().regex(/^\/admin\//),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** A form that takes effect once its question is answered. */
export type Asked = z.infer<typeof askedSchema>

/** Browsers drop a cookie of more than 4 KB, its name and attributes included. */
const LONGEST = 3500
const MAX_BYTES = 64 * 1024

/** As with a flash: this host only, hidden from scripts, and for the next page only. */
function cookieFor(isHttps: boolean) {
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Strict' } as const
  return { name: isHttps ? '__Host-desk-question' : 'desk-question', options }
}

/** Returns false if it is too long for a cookie. */
export function writeQuestion(c: Context, asked: Asked, isHttps: boolean): boolean {
  const { name, options } = cookieFor(isHttps)
  const packed = deflateRawSync(JSON.stringify(asked)).toString('base64url')
  if (packed.length > LONGEST) return false
  setCookie(c, name, packed, { ...options, maxAge: 60 })
  return true
}

export function takeQuestion(c: Context, isHttps: boolean): Asked | undefined {
  const { name, options } = cookieFor(isHttps)
  const packed = getCookie(c, name)
  if (packed === undefined) return undefined
  deleteCookie(c, name, options)
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_BYTES }).toString()
    return askedSchema.safeParse(JSON.parse(text)).data
  } catch {
    // The cookie was tampered with: ask nothing.
    return undefined
  }
}
