import { EditField } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { CARRIERS } from '#domain/orders/tracking-number.ts'

/** Carrier and number of a package; the carrier is read from most numbers. */
export function TrackingFields({ form }: { form: FormState }) {
  return (
    <>
      <EditField
        form={form}
        name="carrier"
        label="Carrier (optional)"
        list="carriers"
        maxLength={40}
        autoComplete="off"
        hint="Read from the number if you leave it blank."
      />
      <datalist id="carriers">
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier}>
            {carrier}
          </option>
        ))}
      </datalist>
      <EditField
        form={form}
        name="trackingNumber"
        label="Tracking number (optional)"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </>
  )
}
