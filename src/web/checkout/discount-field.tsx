import { PART_MESSAGES } from '#contract/part-messages.ts'
import { FieldError, type FormFields } from './checkout-field.tsx'
import type { DiscountState } from './use-discount.ts'

export type DiscountFieldProps = { fields: FormFields; state: DiscountState; error: string | undefined }

/** Optional and case-sensitive; checked when it loses the focus, and editing clears the result. */
export function DiscountField({ fields, state, error: refused }: DiscountFieldProps) {
  const error = state.step === 'checked' && !state.ok ? state.error : refused
  return (
    <div className="grid gap-1">
      <label className="text-small" htmlFor="checkout-discountCode">
        Discount code<span className="text-soft"> (optional)</span>
      </label>
      <input
        className="field w-full aria-invalid:border-error"
        id="checkout-discountCode"
        name="discountCode"
        defaultValue={fields.draft.discountCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        aria-invalid={error ? true : undefined}
        aria-describedby="checkout-discountCode-result checkout-discountCode-note"
        onInput={() => fields.onEdit('discountCode')}
        onBlur={() => fields.onLeave('discountCode')}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-fine text-soft">
        <div id="checkout-discountCode-result" aria-live="polite">
          {state.step === 'validating' && 'Checking…'}
          {error && <FieldError id="checkout-discountCode-error">{error}</FieldError>}
          {!error && state.step === 'checked' && state.ok && <p className="text-success">{state.message}</p>}
        </div>
        <p id="checkout-discountCode-note">{PART_MESSAGES.discountNote}</p>
      </div>
    </div>
  )
}
