import { AppError } from '#server/errors.ts'

/** PostgreSQL cannot store NUL, and no form of ours sends any of these. */
const UNPRINTABLE = /[^\P{Cc}\n\r\t]|\p{Cs}/u

export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text)
}

/** For whatever a form sent. */
export function refuseUnprintable(text: string): void {
  if (isUnprintable(text)) throw new AppError('invalid_request', 'The form holds characters that cannot be kept.', 400)
}
