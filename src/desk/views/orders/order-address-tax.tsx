import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { KeptFields } from '#desk/ui/kept-fields.tsx'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { BALANCE_DAYS } from '#domain/money/balance-request.ts'
import { formatCents } from '#domain/money/cents.ts'
import { formatTaxRate } from '#domain/money/rates.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import type { TaxChange } from '#server/orders/orders.views.ts'
import { type TotalRow, Totals } from './totals.tsx'

/** What this screen adds to the address. */
const DECISION_FIELDS: ReadonlySet<string> = new Set(['addedCents', 'change', 'more'])

type AddressTaxProps = {
  id: string
  number: string
  /** The address as typed, which is saved with the difference. */
  form: FormState
  change: TaxChange
}

/** The new state's sales tax, before the address is saved. */
export function AddressTax({ id, number, form, change }: AddressTaxProps) {
  const { addedCents, fromTaxCents, fromState, toState, fromBasisPoints, toBasisPoints } = change
  const difference = formatCents(Math.abs(addedCents))
  const isLess = addedCents < 0
  const [from, to] = [US_STATES[fromState], US_STATES[toState]]
  const sum = isLess ? 'Refund' : 'Still to pay'
  const rows: TotalRow[] = [
    [`Paid: ${from}, ${rateOf(fromBasisPoints)}`, fromTaxCents],
    [`New: ${to}, ${rateOf(toBasisPoints)}`, fromTaxCents + addedCents],
    [sum, Math.abs(addedCents)],
  ]
  return (
    <>
      <BackLink href={deskPaths.order(id)}>{number}</BackLink>
      <ScreenHead
        title={isLess ? 'Less sales tax' : 'More sales tax'}
        lead={
          isLess
            ? `${difference} goes back to the card. This can’t be undone.`
            : `The customer has paid ${difference} less than ${to}’s sales tax.`
        }
      />
      <form method="post" action={deskPaths.orderAction(id, 'address-tax')} className="panels refund-items">
        <FormProblem form={form} />
        <KeptFields form={form} names={Object.keys(form.values).filter((name) => !DECISION_FIELDS.has(name))} />
        <input type="hidden" name="addedCents" value={addedCents} />
        <Panel title="Sales tax">
          <Totals rows={rows} sums={[sum]} />
          <p className="hint mt-3">
            {isLess
              ? 'The customer gets one email about the address and the refund. '
              : `Ask the customer, and they get an email with a link to pay it by card within ${BALANCE_DAYS} days. You can ship before they do. If you waive it, or they don’t pay, you owe it to the state yourself. `}
            In your tax report the order moves from {from} to {to} today.
          </p>
        </Panel>
        <p className="flex flex-wrap items-center gap-3">
          {isLess ? (
            <button type="submit" className="button" data-settles>
              {`Save and refund ${difference}`}
            </button>
          ) : (
            <>
              <button type="submit" className="button" name="more" value="ask" data-settles>
                {`Save and ask for ${difference}`}
              </button>
              <button type="submit" className="button button-quiet" name="more" value="waive" data-settles>
                {`Save and waive ${difference}`}
              </button>
            </>
          )}
          <button type="submit" className="button button-quiet" name="change" value="yes">
            Change
          </button>
        </p>
      </form>
    </>
  )
}

function rateOf(basisPoints: number): string {
  return basisPoints === 0 ? 'no sales tax' : formatTaxRate(basisPoints)
}
