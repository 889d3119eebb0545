import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import {
  asDollars,
  asShopTime,
  checkedAnyway,
  type Fields,
  type FormRead,
  maybeTypedAs,
  type Reading,
  ticked,
  typedText,
  wholeNumber,
} from '#server/platform/http/form-fields.ts'
import type { CodeDraft } from './code-editor.service.ts'

const MAX_USES = 1_000_000
const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{3,39}$/

/** Null means no limit. */
const limit = maybeTypedAs((text) => asNumber(text, MAX_USES, 'Enter a whole number, or leave it blank.'))

export const limitForm = z.object({ totalLimit: limit })

const restrictions = z
  .object({
    code: typedText.refine((code) => code === '' || CODE.test(code), 'Use 4 to 40 letters, digits, or hyphens.'),
    minimum: maybeTypedAs(asDollars),
    totalLimit: limit,
    personLimit: limit,
    startsAt: maybeTypedAs(asShopTime),
    endsAt: maybeTypedAs(asShopTime),
    isFirstOrderOnly: ticked,
  })
  .refine(({ startsAt, endsAt }) => !(startsAt instanceof Date && endsAt instanceof Date) || endsAt > startsAt, {
    path: ['endsAt'],
    error: 'The end must be after the start.',
    ...checkedAnyway,
  })

/** The meaning of the value depends on the kind. */
const terms = z
  .object({ kind: z.string().optional(), value: typedText })
  .transform(({ kind, value }, context): Pick<CodeDraft, 'kind' | 'percent' | 'amountCents'> => {
    const read = kind === 'percent' ? asPercent(value) : kind === 'amount' ? asDollars(value) : NO_KIND
    if ('problem' in read) {
      context.addIssue({ code: 'custom', path: ['value'], message: read.problem })
      return z.NEVER
    }
    return kind === 'percent'
      ? { kind, percent: read.value, amountCents: null }
      : { kind: 'amount', percent: null, amountCents: read.value }
  })

const NO_KIND = { problem: 'Choose percentage or fixed amount.' }

const codeForm = z.intersection(restrictions, terms).transform(({ code, minimum, ...draft }): CodeDraft => ({
  ...draft,
  code: code || undefined,
  minimumSubtotalCents: minimum ?? 0,
}))

/** Parses the form for a new code. */
export function readCodeForm(fields: Fields): FormRead<CodeDraft> {
  return parseForm(codeForm, fields)
}

function asPercent(text: string): Reading<number> {
  return asNumber(text.replace(/\s*%$/, ''), 100, 'Enter a whole number from 1 to 100.')
}

function asNumber(text: string, most: number, problem: string): Reading<number> {
  const number = wholeNumber(text)
  return number >= 1 && number <= most ? { value: number } : { problem }
}
