import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { EditField, EditSelect, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel } from '#desk/ui/screen.tsx'
import { TypedByHand } from '#desk/ui/typed-by-hand.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { type DatedTaxRate, formatTaxRate } from '#domain/money/rates.ts'
import { STATE_CODES, US_STATES } from '#domain/orders/us-states.ts'
import type { TypedPlace } from '#domain/text/typed-by-hand.ts'
import { calendarDate } from '#domain/time/display.ts'

type TaxSettingsProps = {
  form: FormState
  today: string
  /** The earliest day a new rate can start. */
  tomorrow: string
  schedule: readonly DatedTaxRate[]
  /** Custom texts that mention a rate that doesn't apply, or soon won't. */
  typedByHand: readonly TypedPlace[]
}

export function TaxSettings({ form, today, tomorrow, schedule, typedByHand }: TaxSettingsProps) {
  const rows = schedule.toSorted(
    (a, b) => US_STATES[a.state].localeCompare(US_STATES[b.state]) || b.fromDay.localeCompare(a.fromDay),
  )
  return (
    <SettingsFrame
      place="taxes"
      title="Tax rates"
      lead="Orders keep the rate they were priced with. The quote, the charge and the report all read this table."
      action={
        <a className="button button-quiet" href={deskPaths.taxes()}>
          Tax report
        </a>
      }
    >
      <div className="panels">
        <TypedByHand places={typedByHand} />
        <Panel title="Where you collect">
          {rows.length === 0 ? (
            <Empty>You collect no sales tax.</Empty>
          ) : (
            <DataTable
              caption="Tax rates by state"
              columns={columns(schedule, today)}
              rows={rows}
              keyOf={({ state, fromDay }) => `${state} ${fromDay}`}
            />
          )}
        </Panel>
        <Panel title="Add a rate">
          <form method="post" action={deskPaths.taxSettings()}>
            <fieldset className="edit-form">
              <FormProblem form={form} />
              <ExpectedVersion form={form} />
              <div className="pair">
                <EditSelect
                  form={form}
                  name="state"
                  label="State"
                  options={STATE_CODES.map((code) => [code, US_STATES[code]] as const)}
                />
                <EditField
                  form={form}
                  name="rate"
                  label="Rate (%)"
                  inputMode="decimal"
                  autoComplete="off"
                  hint="Enter 0 to stop collecting."
                />
              </div>
              <EditField
                form={form}
                name="fromDay"
                label="From"
                type="date"
                min={tomorrow}
                hint="Starts at midnight Mountain time. A day in the past isn’t possible: placed orders can’t be repriced."
              />
              <p className="save-bar">
                <button type="submit" className="button">
                  Add rate
                </button>
              </p>
            </fieldset>
          </form>
        </Panel>
      </div>
    </SettingsFrame>
  )
}

function columns(schedule: readonly DatedTaxRate[], today: string): Column<DatedTaxRate>[] {
  return [
    { head: 'State', cell: ({ state }) => US_STATES[state] },
    { head: 'Rate', cell: ({ basisPoints }) => formatTaxRate(basisPoints) },
    { head: 'From', cell: ({ fromDay }) => calendarDate(fromDay) },
    { head: 'Status', cell: (rate) => <Status rate={rate} schedule={schedule} today={today} /> },
    {
      head: 'Actions',
      cell: (rate) =>
        rate.fromDay > today && (
          <Action
            action={deskPaths.cancelTaxRate()}
            label="Cancel"
            fields={{ state: rate.state, fromDay: rate.fromDay }}
            kind="button-plain"
          >
            <span className="sr-only">
              {US_STATES[rate.state]} from {calendarDate(rate.fromDay)}
            </span>
          </Action>
        ),
    },
  ]
}

function Status({ rate, schedule, today }: { rate: DatedTaxRate; schedule: readonly DatedTaxRate[]; today: string }) {
  if (rate.fromDay > today) return <span className="badge badge-wait">Starts later</span>
  const isReplaced = schedule.some(
    ({ state, fromDay }) => state === rate.state && fromDay > rate.fromDay && fromDay <= today,
  )
  if (isReplaced) return <span className="badge">Over</span>
  return rate.basisPoints > 0 ? (
    <span className="badge badge-good">Charged today</span>
  ) : (
    <span className="badge">Not collected</span>
  )
}
