import { useState } from 'react'
import { STATE_CODES, US_STATES } from '#domain/orders/us-states.ts'
import { CheckoutField, type FormFields } from './checkout-field.tsx'

const STATES = STATE_CODES.map((code) => ({ value: code, label: US_STATES[code] }))

/** Who gets the package and where it goes. We ship only within the United States, so there's no country field. */
export function AddressFields({ fields }: { fields: FormFields }) {
  const [hasLine2, setHasLine2] = useState(fields.draft.address2 !== '')
  return (
    <div className="mt-4 grid grid-cols-6 gap-x-3 gap-y-4">
      <CheckoutField
        fields={fields}
        className="col-span-6"
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        note="For your receipt and shipping updates."
      />
      <CheckoutField
        fields={fields}
        className="col-span-3"
        name="firstName"
        label="First name"
        autoComplete="shipping given-name"
      />
      <CheckoutField
        fields={fields}
        className="col-span-3"
        name="lastName"
        label="Last name"
        autoComplete="shipping family-name"
      />
      <CheckoutField
        fields={fields}
        className="col-span-6"
        name="address"
        label="Address"
        autoComplete="shipping address-line1"
      />
      {hasLine2 || fields.errors.address2 ? (
        <CheckoutField
          fields={fields}
          className="col-span-6"
          name="address2"
          label="Apartment, suite"
          autoComplete="shipping address-line2"
          isOptional
        />
      ) : (
        <div className="col-span-6 -mt-2">
          <button
            className="min-h-11 text-small text-soft underline decoration-amber underline-offset-4 hover:text-ink"
            type="button"
            onClick={() => setHasLine2(true)}
          >
            Add an apartment or suite
          </button>
        </div>
      )}
      <CheckoutField
        fields={fields}
        className="col-span-6 sm:col-span-2 md:col-span-6 lg:col-span-2"
        name="city"
        label="City"
        autoComplete="shipping address-level2"
      />
      <CheckoutField
        fields={fields}
        className="col-span-3 sm:col-span-2 md:col-span-3 lg:col-span-2"
        name="state"
        label="State"
        autoComplete="shipping address-level1"
        options={STATES}
      />
      <CheckoutField
        fields={fields}
        className="col-span-3 sm:col-span-2 md:col-span-3 lg:col-span-2"
        name="zip"
        label="ZIP code"
        autoComplete="shipping postal-code"
        inputMode="numeric"
      />
      <CheckoutField
        fields={fields}
        className="col-span-6"
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="shipping tel"
        note="Only if there’s a question about your delivery."
        isOptional
      />
    </div>
  )
}
