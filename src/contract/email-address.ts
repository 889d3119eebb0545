import * as z from 'zod/mini'
import { MESSAGES } from './messages.ts'

/** RFC 5321: 64 characters before the @, 254 in all. */
export const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/**
 * Plain ASCII, no quotes, no comments, no control characters: nothing that could end a header line. Browsers turn
 * international domains into xn-- themselves; names outside ASCII need a mail server that few people have.
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

/** A loop: a pattern for the end of the text would try every run of spaces again from each of its spaces. */
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
