import * as z from 'zod/mini'
import { MESSAGES } from './messages.ts'

/** RFC 5321: 64 characters before the @, 254 in all. */
export const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/**
 * ASCII only, without quotes, comments or control characters, to prevent header injection. Browsers convert
 * international domains to xn-- themselves; non-ASCII names need mail servers that few people have.
 */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

export const emailAddress = z
  .string(MESSAGES.emailInvalid)
  .check(
    z.maxLength(1000, MESSAGES.emailInvalid),
    z.overwrite(trimSpaces),
    z.refine(isEmailAddress, MESSAGES.emailInvalid),
  )

/** A loop, because a regular expression for trailing spaces would backtrack quadratically. */
function trimSpaces(typed: string): string {
  let from = 0
  let to = typed.length
  while (typed[from] === ' ') from += 1
  while (to > from && typed[to - 1] === ' ') to -= 1
  return typed.slice(from, to)
}

export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (text.length > MAX_EMAIL_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH) return false
  return LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1))
}
