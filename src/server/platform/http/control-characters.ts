import { AppError } from '#server/platform/errors.ts'

/** Control characters and lone surrogates; none of our forms send them. */
const UNPRINTABLE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text)
}

export function refuseUnprintable(text: string): void {
  if (isUnprintable(text)) throw unstorableText()
}

export function unstorableText(): AppError {
  return new AppError('invalid_request', 'The form contains characters that can’t be saved.', 400)
}

/** PostgreSQL cannot store NUL or lone surrogates: a query that contains one fails. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Same check for every key and string of parsed JSON. Iterative, because deep nesting would overflow the stack. */
export function isStorableJson(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [key, item] of Object.entries(next)) {
      if (!isStorable(key)) return false
      waiting.push(item)
    }
  }
  return true
}
