import { AppError } from '#server/platform/errors.ts'

/** No form of ours sends any of these. */
const UNPRINTABLE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text)
}

/** For whatever a form sent. */
export function refuseUnprintable(text: string): void {
  if (isUnprintable(text)) throw unkeepable()
}

export function unkeepable(): AppError {
  return new AppError('invalid_request', 'The form holds characters that cannot be kept.', 400)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair: a query with one in it would fail. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The same for every key and string of parsed JSON, however deep: a loop, as the stack is not. */
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
