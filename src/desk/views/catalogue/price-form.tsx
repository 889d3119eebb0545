import { deskPaths } from '#desk/desk-paths.ts'
import { INITIAL_TEXT_FOCUS } from '#desk/ui/begins-here.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { EditField, EditSelect, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { PRICE_FIELDS, SINGLE_PRICE_FIELD, SINGLE_SIZE_FIELD } from '#domain/catalogue/offer-fields.ts'
import { SIZES } from '#domain/catalogue/sizes.ts'
import type { ScheduledPrice } from '#server/catalogue/catalogue.views.ts'
import { scheduledPriceText } from './products.tsx'

/** Either one price per size or a single price; the other choice is hidden. */
export function PriceFields({ form }: { form: FormState }) {
  return (
    <div className="price-fields">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">Kind of price</legend>
        {(['sized', 'single'] as const).map((kind) => (
          <label key={kind} className="tick">
            <input type="radio" name="kind" value={kind} defaultChecked={form.values.kind === kind} required />
            {kind === 'sized' ? 'A price for each size' : 'One size only'}
          </label>
        ))}
        {form.errors.kind && (
          <p className="field-error" {...INITIAL_TEXT_FOCUS}>
            {form.errors.kind}
          </p>
        )}
      </fieldset>
      <div className="trio when-sized">
        {SIZES.map((size) => (
          <EditField
            key={size}
            form={form}
            name={PRICE_FIELDS[size].name}
            label={PRICE_FIELDS[size].label}
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
      <div className="pair when-single">
        <EditField
          form={form}
          name={SINGLE_PRICE_FIELD.name}
          label={SINGLE_PRICE_FIELD.label}
          inputMode="decimal"
          autoComplete="off"
        />
        <EditSelect
          form={form}
          name={SINGLE_SIZE_FIELD.name}
          label={SINGLE_SIZE_FIELD.label}
          options={[['', 'nothing'], ...SIZES.map((size) => [size, size] as const)]}
        />
      </div>
    </div>
  )
}

type PriceFormProps = { id: string; form: FormState; scheduled: readonly ScheduledPrice[]; mayPrice: boolean }

export function PriceForm({ id, form, scheduled, mayPrice }: PriceFormProps) {
  return (
    <>
      <form method="post" action={deskPaths.productPrices(id)}>
        <fieldset disabled={!mayPrice} className="edit-form">
          <FormProblem form={form} />
          <ExpectedVersion form={form} />
          <PriceFields form={form} />
          {mayPrice && (
            <>
              <EditField
                form={form}
                name="dueAt"
                label="From when (Mountain time)"
                type="datetime-local"
                hint="Leave it empty to change the prices now."
              />
              <p className="save-bar">
                <button type="submit" className="button">
                  Save prices
                </button>
              </p>
            </>
          )}
        </fieldset>
      </form>
      {scheduled.length > 0 && (
        <ul className="lines mt-4">
          {scheduled.map((price) => (
            <li key={price.id}>
              <span>
                {scheduledPriceText(price)}
                <span className="hint block">
                  from {shortDateTime(price.dueAt)}, by {price.createdBy}
                </span>
                {price.failure && (
                  <span className="text-error block text-small">
                    This couldn’t be applied ({price.failure}). Cancel it and schedule it again.
                  </span>
                )}
              </span>
              {mayPrice && (
                <Action action={deskPaths.cancelPrice(id, price.id)} label="Cancel" kind="button-plain">
                  <span className="sr-only">{scheduledPriceText(price)}</span>
                </Action>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
