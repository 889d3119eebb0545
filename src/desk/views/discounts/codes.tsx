import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { EditField, EditSelect, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { orderStateName } from '#desk/views/orders/order-state.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import type { CodeOrder, CodeAtDesk } from '#server/discounts/discounts.views.ts'

type SignupSums = { codes: number; paidOrders: number; salesCents: number; discountCents: number }

type CodesProps = { codes: readonly CodeAtDesk[]; signups: SignupSums; form: FormState; mayEdit: boolean; now: Date }

export function Codes({ codes, signups, form, mayEdit, now }: CodesProps) {
  return (
    <>
      <ScreenHead
        title="Discounts"
        lead="Codes that customers enter at checkout. You can’t change a code’s value, but you can deactivate it anytime."
      />
      <div className="panels">
        <Panel title="Discount codes">
          {codes.length === 0 ? (
            <Empty>No discount codes yet.</Empty>
          ) : (
            <DataTable
              caption="Discount codes, newest first"
              columns={codeColumns(now)}
              rows={codes}
              keyOf={({ code }) => code}
            />
          )}
          <p className="hint mt-5">
            Plus {counted(signups.codes, 'welcome code')} for 10% off, issued to subscribers:{' '}
            {counted(signups.paidOrders, 'order')}, {formatCents(signups.salesCents)} in sales,{' '}
            {formatCents(signups.discountCents)} discounted.
          </p>
        </Panel>
        {mayEdit && (
          <Panel title="Create discount code">
            <NewCode form={form} />
          </Panel>
        )}
      </div>
    </>
  )
}

function codeColumns(now: Date): Column<CodeAtDesk>[] {
  return [
    { head: 'Code', cell: ({ code }) => <a href={deskPaths.code(code)}>{code}</a> },
    { head: 'Value', cell: worth },
    { head: 'Status', cell: (code) => <CodeState code={code} now={now} /> },
    { head: 'Used', cell: ({ usedCount, totalLimit }) => used(usedCount, totalLimit), isNumber: true },
    { head: 'Sales', cell: ({ salesCents }) => formatCents(salesCents), isNumber: true },
    { head: 'Discounted', cell: ({ discountCents }) => formatCents(discountCents), isNumber: true },
  ]
}

function NewCode({ form }: { form: FormState }) {
  return (
    <form method="post" action={deskPaths.codes()} className="edit-form max-w-3xl">
      <FormProblem form={form} />
      <div className="pair">
        <EditField
          form={form}
          name="code"
          label="Code"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="4 to 40 letters, digits, or hyphens. Case-sensitive. Leave blank to generate a random code."
        />
        <EditField
          form={form}
          name="minimum"
          label="Minimum order ($)"
          inputMode="decimal"
          autoComplete="off"
          hint="Leave blank for no minimum."
        />
        <EditSelect
          form={form}
          name="kind"
          label="Type"
          options={[
            ['percent', 'Percentage'],
            ['amount', 'Fixed amount'],
          ]}
        />
        <EditField form={form} name="value" label="Value (% or $)" inputMode="decimal" required autoComplete="off" />
        <EditField
          form={form}
          name="totalLimit"
          label="Total uses"
          inputMode="numeric"
          hint="Leave blank for no limit."
        />
        <EditField
          form={form}
          name="personLimit"
          label="Uses per customer"
          inputMode="numeric"
          hint="Leave blank for no limit."
        />
        <EditField form={form} name="startsAt" label="Starts (Mountain time)" type="datetime-local" />
        <EditField form={form} name="endsAt" label="Ends (Mountain time)" type="datetime-local" />
      </div>
      <label className="tick">
        <input
          type="checkbox"
          name="isFirstOrderOnly"
          value="yes"
          defaultChecked={form.values.isFirstOrderOnly === 'yes'}
        />
        First order only
      </label>
      <p className="save-bar">
        <button type="submit" className="button">
          Create discount
        </button>
      </p>
    </form>
  )
}

type CodeProps = { code: CodeAtDesk; orders: readonly CodeOrder[]; form: FormState; mayEdit: boolean; now: Date }

const ORDER_COLUMNS: Column<CodeOrder>[] = [
  { head: 'Order', cell: ({ number }) => number },
  { head: 'Paid', cell: ({ paidAt }) => paidAt && <When at={paidAt} /> },
  { head: 'Status', cell: ({ state }) => orderStateName(state) },
  { head: 'Total', cell: ({ totalCents }) => formatCents(totalCents), isNumber: true },
  { head: 'Discount', cell: ({ discountCents }) => formatCents(discountCents), isNumber: true },
]

export function Code({ code, orders, form, mayEdit, now }: CodeProps) {
  const facts: Record<string, ReactNode> = {
    Value: worth(code),
    Used: used(code.usedCount, code.totalLimit),
    'Per customer': code.personLimit === null ? 'No limit' : String(code.personLimit),
    'First order only': code.isFirstOrderOnly ? 'Yes' : 'No',
    'Minimum order': code.minimumSubtotalCents > 0 ? formatCents(code.minimumSubtotalCents) : 'None',
    Starts: code.startsAt ? <When at={code.startsAt} /> : 'When created',
    Ends: code.endsAt ? <When at={code.endsAt} /> : 'Never',
    Created: (
      <>
        <When at={code.createdAt} />, {code.createdBy ?? 'newsletter signup'}
      </>
    ),
    'Paid orders': `${code.paidOrders}, ${formatCents(code.salesCents)}`,
    Discounted: formatCents(code.discountCents),
  }
  return (
    <>
      <ScreenHead title={code.code} lead={<CodeState code={code} now={now} />}>
        {mayEdit && (
          <Action
            action={deskPaths.codeActivity(code.code)}
            fields={{ isActive: code.isActive ? 'no' : 'yes' }}
            label={code.isActive ? 'Deactivate' : 'Reactivate'}
            kind={code.isActive ? 'button-quiet' : 'button'}
          />
        )}
      </ScreenHead>
      <div className="panels">
        <Panel title="Details">
          <dl className="facts">
            {Object.entries(facts).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {mayEdit && (
            <form method="post" action={deskPaths.codeLimit(code.code)} className="edit-form mt-5 max-w-sm">
              <FormProblem form={form} />
              <EditField
                form={form}
                name="totalLimit"
                label="Total uses"
                inputMode="numeric"
                autoComplete="off"
                hint="Leave blank for no limit."
              />
              <p>
                <button type="submit" className="button button-quiet">
                  Change limit
                </button>
              </p>
            </form>
          )}
        </Panel>
        <Panel title="Orders">
          {orders.length === 0 ? (
            <Empty>No paid orders yet.</Empty>
          ) : (
            <DataTable
              caption="Paid orders with this code, newest first"
              columns={ORDER_COLUMNS}
              rows={orders}
              keyOf={({ id }) => id}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

function CodeState({ code, now }: { code: CodeAtDesk; now: Date }) {
  if (!code.isActive) return <span className="badge">Inactive</span>
  if (code.endsAt && code.endsAt <= now) return <span className="badge">Expired</span>
  if (code.startsAt && code.startsAt > now)
    return (
      <span className="badge">
        Starts <When at={code.startsAt} />
      </span>
    )
  if (code.totalLimit !== null && code.usedCount >= code.totalLimit) return <span className="badge">Used up</span>
  return <span className="badge badge-good">Active</span>
}

function worth({ kind, percent, amountCents }: CodeAtDesk): string {
  return kind === 'percent' ? `${percent}%` : formatCents(amountCents ?? 0)
}

function used(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} of ${limit}`
}
