import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_TEXT_FOCUS } from '#desk/ui/begins-here.ts'
import { Field } from '#desk/ui/form-parts.tsx'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { PAID_OUTSIDE, PAID_OUTSIDE_NAMES } from '#domain/money/paid-outside.ts'
import { STATE_CODES, US_STATES } from '#domain/orders/us-states.ts'
import type { Offer } from '#server/orders/orders.views.ts'
import { OfferSelect } from './offer-select.tsx'

export type ManualOrderProps = {
  offers: readonly Offer[]
  /** The submitted values, by field name. */
  typed: (name: string) => string
  /** Errors by field name. */
  errors: Partial<Record<string, string>>
  formKey: string
  lineCount: number
}

export function ManualOrder(props: ManualOrderProps) {
  const { typed, errors, formKey } = props
  const field = (name: string, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field name={name} label={label} defaultValue={typed(name)} error={errors[name]} autoComplete="off" {...more} />
  )
  return (
    <>
      <ScreenHead
        title="Create order"
        lead="For phone orders paid another way, and for replacements. Uses the shop’s current prices."
      />
      <form method="post" action={deskPaths.newOrder()} className="panels">
        <input type="hidden" name="formKey" value={formKey} />
        {errors.form && (
          <p className="flash flash-problem" role="alert" {...INITIAL_TEXT_FOCUS}>
            {errors.form}
          </p>
        )}
        <Items {...props} />
        <Panel title="Ship to">
          <div className="form-grid">
            {field('firstName', 'First name', { required: true })}
            {field('lastName', 'Last name', { required: true })}
            {field('email', 'Email', { type: 'email', required: true })}
            {field('phone', 'Phone (optional)', { type: 'tel' })}
            {field('address', 'Address', { required: true })}
            {field('address2', 'Apartment, suite (optional)')}
            {field('city', 'City', { required: true })}
            <div className="field-group">
              <label htmlFor="state">State</label>
              <select id="state" name="state" className="field" defaultValue={typed('state') || 'UT'}>
                {STATE_CODES.map((code) => (
                  <option key={code} value={code}>
                    {US_STATES[code]}
                  </option>
                ))}
              </select>
            </div>
            {field('zip', 'ZIP code', { required: true, inputMode: 'numeric' })}
          </div>
        </Panel>
        <Payment {...props} />
      </form>
    </>
  )
}

function Items({ offers, typed, errors, lineCount }: ManualOrderProps) {
  return (
    <Panel title="Items">
      {errors.items && (
        <p className="field-error mb-3" {...INITIAL_TEXT_FOCUS}>
          {errors.items}
        </p>
      )}
      <div className="grid gap-3">
        {Array.from({ length: lineCount }, (_, index) => (
          <div key={index} className="item-line">
            <OfferSelect
              name={`item-${index}`}
              label={index === 0 ? 'Item' : `Item ${index + 1} (optional)`}
              offers={offers}
              value={typed(`item-${index}`)}
            />
            <Field
              name={`quantity-${index}`}
              label="Quantity"
              type="number"
              min={1}
              max={99}
              inputMode="numeric"
              defaultValue={typed(`quantity-${index}`) || '1'}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Payment({ typed, errors }: ManualOrderProps) {
  const chosen = typed('paidOutside') || 'cash'
  return (
    <Panel title="Payment">
      <fieldset>
        <legend className="hint mb-2">How it’s paid. No card is charged.</legend>
        {PAID_OUTSIDE.map((way) => (
          <label key={way} className="reason">
            <input type="radio" name="paidOutside" value={way} defaultChecked={way === chosen} />
            {PAID_OUTSIDE_NAMES[way]}
          </label>
        ))}
      </fieldset>
      <div className="mt-4 grid max-w-xl gap-4">
        <Field
          name="note"
          label="Reason"
          hint="For example “Ordered by phone” or “Replaces BLM-…, bottle arrived broken”"
          maxLength={500}
          required
          autoComplete="off"
          defaultValue={typed('note')}
          error={errors.note}
        />
        <label className="reason">
          <input
            type="checkbox"
            name="sendsConfirmation"
            value="yes"
            defaultChecked={typed('formKey') === '' || typed('sendsConfirmation') === 'yes'}
          />
          Email the customer a confirmation (not for replacements)
        </label>
        <button type="submit" className="button justify-self-start">
          Create order
        </button>
      </div>
    </Panel>
  )
}
