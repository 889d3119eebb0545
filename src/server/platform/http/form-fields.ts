import type { z } from 'zod'

/** A form as it is sent and shown: every value a text under its field's name. */
export type Fields = Record<string, string>
export type FormRead<Value> = { ok: true; value: Value } | { ok: false; errors: Fields }

/** The first complaint about each field. */
export function errorsOf({ issues }: Pick<z.core.$ZodError, 'issues'>): Fields {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}

/** Line ends as everywhere else, and nothing around. */
export function tidy(text: string | undefined): string {
  return (text ?? '').replaceAll(/\r\n?/g, '\n').trim().normalize('NFC')
}

export function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(tidy(text)) ? Number(tidy(text)) : NaN
}
