import { readDollars } from '#domain/money/dollars.ts'
import { fromShopTime } from '#domain/time/shop-time.ts'
import { type Fields, type FormRead, tidy, wholeNumber } from '#server/platform/http/form-fields.ts'
import type { CodeDraft } from './code-editor.service.ts'

const MOST_USES = 1_000_000
const LIMIT_PROBLEM = 'Write a whole number from 1, or nothing.'

/** What the form for a new code says. */
export function readCodeForm(fields: Fields): FormRead<CodeDraft> {
  const errors: Fields = {}
  const code = tidy(fields.code)
  if (code !== '' && !/^[A-Za-z0-9][A-Za-z0-9-]{3,39}$/.test(code))
    errors.code = 'Take 4 to 40 letters, digits or hyphens.'
  const value = readValue(fields)
  if (!value.ok) errors.value = value.problem
  const minimum = tidy(fields.minimum) === '' ? undefined : readDollars(fields.minimum ?? '')
  if (minimum && !minimum.ok) errors.minimum = minimum.problem
  const totalLimit = readLimit(fields.totalLimit)
  if (totalLimit === undefined) errors.totalLimit = LIMIT_PROBLEM
  const personLimit = readLimit(fields.personLimit)
  if (personLimit === undefined) errors.personLimit = LIMIT_PROBLEM
  const [startsAt, endsAt] = [readMoment(fields.startsAt), readMoment(fields.endsAt)]
  if (startsAt === undefined) errors.startsAt = 'The shop’s clock never shows this.'
  if (endsAt === undefined) errors.endsAt = 'The shop’s clock never shows this.'
  if (startsAt && endsAt && endsAt <= startsAt) errors.endsAt = 'It must end after it begins.'
  if (!value.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    value: {
      code: code || undefined,
      ...value.terms,
      minimumSubtotalCents: minimum?.ok ? minimum.cents : 0,
      totalLimit: totalLimit ?? null,
      personLimit: personLimit ?? null,
      startsAt: startsAt ?? null,
      endsAt: endsAt ?? null,
      isFirstOrderOnly: fields.isFirstOrderOnly === 'yes',
    },
  }
}

/** Null: without limit. Undefined: no number at all. */
export function readLimit(text: string | undefined): number | null | undefined {
  if (tidy(text) === '') return null
  const limit = wholeNumber(text)
  return limit >= 1 && limit <= MOST_USES ? limit : undefined
}

type Value = { ok: true; terms: Pick<CodeDraft, 'kind' | 'percent' | 'amountCents'> } | { ok: false; problem: string }

function readValue({ kind, value = '' }: Fields): Value {
  if (kind === 'percent') {
    const percent = wholeNumber(value.replace(/\s*%\s*$/, ''))
    return percent >= 1 && percent <= 100
      ? { ok: true, terms: { kind, percent, amountCents: null } }
      : { ok: false, problem: 'Write a whole number from 1 to 100.' }
  }
  if (kind !== 'amount') return { ok: false, problem: 'Choose a percentage or an amount.' }
  const amount = readDollars(value)
  return amount.ok ? { ok: true, terms: { kind, percent: null, amountCents: amount.cents } } : amount
}

function readMoment(text: string | undefined): Date | null | undefined {
  return tidy(text) === '' ? null : fromShopTime(tidy(text))
}
