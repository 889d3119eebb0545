import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditSelect, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { STATE_CODES, US_STATES } from '#domain/orders/us-states.ts'

const STATES = STATE_CODES.map((code) => [code, US_STATES[code]] as const)

export function OrderAddress({ id, number, form }: { id: string; number: string; form: FormState }) {
  return (
    <>
      <BackLink href={deskPaths.order(id)}>{number}</BackLink>
      <ScreenHead
        title="Edit address"
        lead="The customer gets an email with the new details. Print the label again if you already have."
      />
      <form method="post" action={deskPaths.orderAction(id, 'address')} className="panels">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <Panel title="Contact">
          <div className="form-grid">
            <EditField form={form} name="firstName" label="First name" required autoComplete="off" />
            <EditField form={form} name="lastName" label="Last name" required autoComplete="off" />
            <EditField form={form} name="email" label="Email" type="email" required autoComplete="off" />
            <EditField form={form} name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
          </div>
        </Panel>
        <Panel title="Ship to">
          <div className="form-grid">
            <EditField form={form} name="address" label="Address" required autoComplete="off" />
            <EditField form={form} name="address2" label="Apartment, suite (optional)" autoComplete="off" />
            <EditField form={form} name="city" label="City" required autoComplete="off" />
            <EditSelect form={form} name="state" label="State" options={STATES} />
            <EditField form={form} name="zip" label="ZIP code" required inputMode="numeric" autoComplete="off" />
          </div>
        </Panel>
        <button type="submit" className="button justify-self-start">
          Save and email the customer
        </button>
      </form>
    </>
  )
}
