import type { ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { EditField, EditSelect, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import type { CodeOrder, CodeAtDesk } from '#server/discounts/discounts.views.ts'

type SignupSums = { codes: number; paidOrders: number; salesCents: number; discountCents: number }

type CodesProps = { codes: readonly CodeAtDesk[]; signups: SignupSums; form: FormState; mayEdit: boolean; now: Date }

export function Codes({ codes, signups, form, mayEdit, now }: CodesProps) {
  return (
    <>
      <ScreenHead
        title="Codes"
        lead="Discounts you hand out. What a code promised stays; you can stop it at any time."
      />
      <div className="panels">
        <Panel title="Your codes">
          {codes.length === 0 ? (
            <Empty>You have made no code yet.</Empty>
          ) : (
            <DataTable
              caption="Codes, the newest first"
              columns={codeColumns(now)}
              rows={codes}
              keyOf={({ code }) => code}
            />
          )}
          <p className="hint mt-5">
            Besides these, {counted(signups.codes, 'subscriber')} got a welcome code of 10%:{' '}
            {counted(signups.paidOrders, 'order')}, {formatCents(signups.salesCents)} of sales,{' '}
            {formatCents(signups.discountCents)} given.
          </p>
        </Panel>
        {mayEdit && (
          <Panel title="New code">
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
    { head: 'Worth', cell: worth },
    { head: 'State', cell: (code) => <CodeState code={code} now={now} /> },
    { head: 'Used', cell: ({ usedCount, totalLimit }) => used(usedCount, totalLimit), isNumber: true },
    { head: 'Sales', cell: ({ salesCents }) => formatCents(salesCents), isNumber: true },
    { head: 'Given', cell: ({ discountCents }) => formatCents(discountCents), isNumber: true },
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
          label="Text"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="4 to 40 letters, digits or hyphens; capitals count. Empty: one is made up that nobody can guess."
        />
        <EditField
          form={form}
          name="minimum"
          label="From an order of, $"
          inputMode="decimal"
          autoComplete="off"
          hint="Empty: any order."
        />
        <EditSelect
          form={form}
          name="kind"
          label="Takes off"
          options={[
            ['percent', 'a percentage'],
            ['amount', 'an amount'],
          ]}
        />
        <EditField form={form} name="value" label="How much (% or $)" inputMode="decimal" required autoComplete="off" />
        <EditField form={form} name="totalLimit" label="Uses in all" inputMode="numeric" hint="Empty: without limit." />
        <EditField
          form={form}
          name="personLimit"
          label="Uses per person"
          inputMode="numeric"
          hint="Empty: without limit."
        />
        <EditField form={form} name="startsAt" label="From (Mountain time)" type="datetime-local" />
        <EditField form={form} name="endsAt" label="Until (Mountain time)" type="datetime-local" />
      </div>
      <label className="tick">
        <input
          type="checkbox"
          name="isFirstOrderOnly"
          value="yes"
          defaultChecked={form.values.isFirstOrderOnly === 'yes'}
        />
        For somebody’s first order only
      </label>
      <p className="save-bar">
        <button type="submit" className="button">
          Create code
        </button>
      </p>
    </form>
  )
}

type CodeProps = { code: CodeAtDesk; orders: readonly CodeOrder[]; form: FormState; mayEdit: boolean; now: Date }

const ORDER_COLUMNS: Column<CodeOrder>[] = [
  { head: 'Order', cell: ({ number }) => number },
  { head: 'Paid', cell: ({ paidAt }) => paidAt && <When at={paidAt} /> },
  { head: 'State', cell: ({ state }) => state.replaceAll('_', ' ') },
  { head: 'Total', cell: ({ totalCents }) => formatCents(totalCents), isNumber: true },
  { head: 'Given', cell: ({ discountCents }) => formatCents(discountCents), isNumber: true },
]

export function Code({ code, orders, form, mayEdit, now }: CodeProps) {
  const facts: [string, ReactNode][] = [
    ['Worth', worth(code)],
    ['Used', used(code.usedCount, code.totalLimit)],
    ['Per person', code.personLimit === null ? 'without limit' : String(code.personLimit)],
    ['First order only', code.isFirstOrderOnly ? 'yes' : 'no'],
    ['From an order of', code.minimumSubtotalCents > 0 ? formatCents(code.minimumSubtotalCents) : 'any'],
    ['Starts', code.startsAt ? <When at={code.startsAt} /> : 'When created'],
    ['Ends', code.endsAt ? <When at={code.endsAt} /> : 'Never'],
    [
      'Created',
      <>
        <When at={code.createdAt} />, {code.createdBy ?? 'newsletter signup'}
      </>,
    ],
    ['Paid orders', `${code.paidOrders}, ${formatCents(code.salesCents)}`],
    ['Given', formatCents(code.discountCents)],
  ]
  return (
    <>
      <ScreenHead title={code.code} lead={<CodeState code={code} now={now} />}>
        {mayEdit && (
          <Action
            action={deskPaths.codeActivity(code.code)}
            fields={{ isActive: code.isActive ? 'no' : 'yes' }}
            label={code.isActive ? 'Stop this code' : 'Let it work again'}
            kind={code.isActive ? 'button-quiet' : 'button'}
          />
        )}
      </ScreenHead>
      <div className="panels">
        <Panel title="Terms">
          <dl className="facts">
            {facts.map(([name, value]) => (
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
                label="Uses in all"
                inputMode="numeric"
                autoComplete="off"
                hint="Empty: without limit."
              />
              <p>
                <button type="submit" className="button button-quiet">
                  Change the limit
                </button>
              </p>
            </form>
          )}
        </Panel>
        <Panel title="Orders">
          {orders.length === 0 ? (
            <Empty>Nobody has paid with it yet.</Empty>
          ) : (
            <DataTable
              caption="Paid orders with this code, the newest first"
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
  if (!code.isActive) return <span className="badge">Stopped</span>
  if (code.endsAt && code.endsAt <= now) return <span className="badge">Ended</span>
  if (code.startsAt && code.startsAt > now)
    return (
      <span className="badge">
        Starts <When at={code.startsAt} />
      </span>
    )
  if (code.totalLimit !== null && code.usedCount >= code.totalLimit) return <span className="badge">Used up</span>
  return <span className="badge badge-good">Works</span>
}

function worth({ kind, percent, amountCents }: CodeAtDesk): string {
  return kind === 'percent' ? `${percent}%` : formatCents(amountCents ?? 0)
}

function used(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} of ${limit}`
}
