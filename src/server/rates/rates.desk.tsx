import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { ShippingSettings } from '#desk/views/rates/shipping-settings.tsx'
import { TaxSettings } from '#desk/views/rates/tax-settings.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { wrongShipping, wrongTax } from '#domain/money/contradictions.ts'
import { plainDollars } from '#domain/money/dollars.ts'
import {
  DEFAULT_SCHEDULE,
  type DatedShippingRate,
  formatTaxRate,
  ratesOn,
  type ShippingRate,
} from '#domain/money/rates.ts'
import { STATE_CODES, US_STATES } from '#domain/orders/us-states.ts'
import type { TypedPlace } from '#domain/text/typed-by-hand.ts'
import { calendarDate } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { isDay } from '#domain/time/shop-day.ts'
import { afterEdit, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import { AppError } from '#server/platform/errors.ts'
import { asDollars, type Fields, maybeTypedAs, type Reading, typedAs } from '#server/platform/http/form-fields.ts'
import type { RatesEditor } from './rates-editor.service.ts'
import type { RatesAtDesk } from './rates.views.ts'

const MAX_TAX_PERCENT = 20
const NOT_SCHEDULED = 'There’s nothing to cancel: this rate has started, or was canceled already.'

type RatesDeps = {
  ratesEditor: RatesEditor
  /** Hand-written texts that mention something outdated. */
  typedTexts: { find: (find: (text: string) => string | undefined) => Promise<TypedPlace[]> }
}

export function ratesRoutes({ ratesEditor, typedTexts }: RatesDeps): DeskRoute[] {
  async function renderShipping(
    visit: OperatorVisit,
    sent?: { form: FormState; typed?: ShippingRate },
    status: 200 | 409 | 422 = 200,
  ): Promise<Response> {
    const { today, shipping, shippingVersion, tax } = await ratesEditor.find()
    const current = ratesOn({ shipping, tax }, today).shipping
    const typed = sent?.typed
    const body = (
      <ShippingSettings
        form={sent?.form ?? freshForm(toFields({ ...current, fromDay: '' }), shippingVersion)}
        today={today}
        current={current}
        typed={typed}
        typedByHand={typed ? await typedTexts.find((text) => wrongShipping(text, typed)) : []}
        upcoming={shipping.filter(({ fromDay }) => fromDay > today)}
      />
    )
    return visit.page({ title: 'Shipping', section: 'settings', body, status })
  }

  async function renderTaxes(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const { today, tax, taxVersion } = await ratesEditor.find()
    const form = sent ?? freshForm({ state: 'UT' }, taxVersion)
    const last = tax.at(-1)?.fromDay ?? today
    const rates = ratesOn({ ...DEFAULT_SCHEDULE, tax }, last > today ? last : today)
    const body = (
      <TaxSettings
        form={form}
        today={today}
        tomorrow={addDays(today, 1)}
        schedule={tax}
        typedByHand={await typedTexts.find((text) => wrongTax(text, rates))}
      />
    )
    return visit.page({ title: 'Tax rates', section: 'settings', body, status })
  }

  return [
    { method: 'GET', path: '/settings/shipping', role: 'owner', handle: (visit) => renderShipping(visit) },
    {
      method: 'POST',
      path: '/settings/shipping',
      role: 'owner',
      async handle(visit) {
        const { intent, ...fields } = await readEditForm(visit)
        const { today } = await ratesEditor.find()
        const read = parseForm(shippingForm(today), fields)
        if (!read.ok) return renderShipping(visit, { form: refusedForm(fields, read.errors) }, 422)
        const { fromDay, ...rate } = read.value
        if (intent === 'preview') return renderShipping(visit, { form: refusedForm(fields, {}), typed: rate })
        const result = await ratesEditor.saveShipping(rate, fromDay, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.shippingSettings(), savedText(rate, fromDay))
        if (result.code === 'refused')
          return renderShipping(visit, { form: refusedForm(fields, { form: result.message }) }, 422)
        if (result.code !== 'changed') throw gone()
        const theirs = ratesOn({ shipping: result.current, tax: [] }, today).shipping
        const form = conflictingForm(
          { ...fields, expectedVersion: '' },
          { ...toFields({ ...theirs, fromDay: fields.fromDay ?? '' }), expectedVersion: '' },
          versionToken(result.current),
        )
        return renderShipping(visit, { form, typed: rate }, 409)
      },
    },
    {
      method: 'POST',
      path: '/settings/shipping/cancel',
      role: 'owner',
      async handle(visit) {
        const { fromDay = '' } = await readEditForm(visit)
        const result = await ratesEditor.cancelShipping(fromDay, visit.actor)
        return afterCancel(visit, result, deskPaths.shippingSettings(), 'Change canceled.')
      },
    },
    { method: 'GET', path: '/settings/taxes', role: 'owner', handle: (visit) => renderTaxes(visit) },
    {
      method: 'POST',
      path: '/settings/taxes',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const { today } = await ratesEditor.find()
        const read = parseForm(taxForm(today), fields)
        if (!read.ok) return renderTaxes(visit, refusedForm(fields, read.errors), 422)
        const result = await ratesEditor.addTaxRate(read.value, fields.expectedVersion ?? '', visit.actor)
        const { state, basisPoints, fromDay } = read.value
        const saved = `${US_STATES[state]} is ${formatTaxRate(basisPoints)} from ${calendarDate(fromDay)}.`
        if (result.ok) return afterEdit(visit, result, deskPaths.taxSettings(), saved)
        if (result.code === 'refused') return renderTaxes(visit, refusedForm(fields, { form: result.message }), 422)
        if (result.code !== 'changed') throw gone()
        const problem = 'The rates have changed since you opened this page. Look at them, then add yours again.'
        const form = refusedForm({ ...fields, expectedVersion: versionToken(result.current) }, { form: problem })
        return renderTaxes(visit, form, 409)
      },
    },
    {
      method: 'POST',
      path: '/settings/taxes/cancel',
      role: 'owner',
      async handle(visit) {
        const { state = '', fromDay = '' } = await readEditForm(visit)
        const code = STATE_CODES.find((known) => known === state)
        const result = code ? await ratesEditor.cancelTaxRate(code, fromDay, visit.actor) : undefined
        return afterCancel(visit, result, deskPaths.taxSettings(), 'Rate canceled.')
      },
    },
  ]
}

/** A rate that has started or was canceled in the meantime can't be canceled; the list shows the current state. */
function afterCancel(
  visit: OperatorVisit,
  result: EditResult<unknown> | undefined,
  back: string,
  text: string,
): Response {
  if (result?.ok && result.auditId !== undefined) return afterEdit(visit, result, back, text)
  const problem = result?.ok === false && result.code === 'refused' ? result.message : NOT_SCHEDULED
  return visit.go(back, { kind: 'problem', text: problem })
}

function gone(): AppError {
  return new AppError('not_found', 'These rates can’t be read.', 404)
}

function savedText({ flatCents, freeFromCents }: ShippingRate, fromDay: string | null): string {
  const rate = `Shipping is ${formatCents(flatCents)}, free from ${formatCents(freeFromCents)}`
  return fromDay === null ? `${rate}, as of now.` : `${rate}, from ${calendarDate(fromDay)}.`
}

function toFields({ flatCents, freeFromCents, fromDay }: DatedShippingRate): Fields {
  return { flat: plainDollars(flatCents), freeFrom: plainDollars(freeFromCents), fromDay }
}

function shippingForm(today: RatesAtDesk['today']) {
  return z
    .object({
      flat: typedAs(asDollarsOrZero),
      freeFrom: typedAs(asDollarsOrZero),
      fromDay: maybeTypedAs((text) => asDayFrom(text, today, 'That date has passed. Pick today or a later day.')),
    })
    .transform(({ flat, freeFrom, fromDay }) => ({ flatCents: flat, freeFromCents: freeFrom, fromDay }))
}

function taxForm(today: RatesAtDesk['today']) {
  return z
    .object({
      state: z.enum(STATE_CODES, 'Pick a state.'),
      rate: typedAs(asBasisPoints),
      fromDay: typedAs((text) => asDayFrom(text, addDays(today, 1), 'Pick tomorrow or a later day.')),
    })
    .transform(({ state, rate, fromDay }) => ({ state, basisPoints: rate, fromDay }))
}

function asDollarsOrZero(text: string): Reading<number> {
  return /^\$?0+(\.0{0,2})?$/.test(text) ? { value: 0 } : asDollars(text)
}

function asBasisPoints(text: string): Reading<number> {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?\s*%?$/.exec(text)
  if (!match) return { problem: 'Write percent with at most two decimals, such as 7.15.' }
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value > MAX_TAX_PERCENT * 100 ? { problem: `This is more than ${MAX_TAX_PERCENT}%.` } : { value }
}

function asDayFrom(text: string, first: string, problem: string): Reading<string> {
  if (!isDay(text)) return { problem: 'Write the day as 2026-11-30.' }
  return text < first ? { problem } : { value: text }
}
