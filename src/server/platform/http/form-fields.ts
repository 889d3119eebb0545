import { z } from 'zod'
import { readDollars } from '#domain/money/dollars.ts'
import { tidyLine, tidyText } from '#domain/text/tidy.ts'
import { fromShopTime } from '#domain/time/shop-time.ts'

export { errorsOf, type FormRead, OUR_WORDS } from '#contract/form.ts'

/** A form as it is sent and shown: every value a text under its field's name. */
export type Fields = Record<string, string>

export function tidy(text: string | undefined): string {
  return tidyText(text ?? '')
}

export function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(tidy(text)) ? Number(tidy(text)) : NaN
}

/** What schemas of desk forms are made of. A field that was not sent is an empty one. */
export const typedText = z.string().prefault('').overwrite(tidyText)
export const typedLine = z.string().prefault('').overwrite(tidyLine)
export const ticked = z
  .string()
  .optional()
  .transform((value) => value === 'yes')

/** What a text means, or the sentence that refuses it. */
export type Reading<Value> = { value: Value } | { problem: string }

/** A text that means something else. */
export function typedAs<Value>(read: (text: string) => Reading<Value>) {
  return typedText.transform((text, context) => {
    const reading = read(text)
    if ('value' in reading) return reading.value
    context.addIssue(reading.problem)
    return z.NEVER
  })
}

/** The same, or null for a field that was left empty. */
export function maybeTypedAs<Value>(read: (text: string) => Reading<Value>) {
  return typedAs<Value | null>((text) => (text === '' ? { value: null } : read(text)))
}

export function asDollars(text: string): Reading<number> {
  const read = readDollars(text)
  return read.ok ? { value: read.cents } : { problem: read.problem }
}

export function asShopTime(text: string): Reading<Date> {
  const value = fromShopTime(text)
  return value ? { value } : { problem: 'The shop’s clock never shows this.' }
}

/** Made up by the page that shows the form, so that sending it twice does one thing. */
export const formKey = z.uuid()

/** For a rule about several fields: checked although one of them is wrong, so that all errors are shown at once. */
export const checkedAnyway = { when: () => true }
