import { Fragment } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { SettingsHead } from '#desk/views/frame/settings-head.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { DatedShippingRate, ShippingRate } from '#domain/money/rates.ts'
import { isAlwaysFree, shippingSentences } from '#domain/money/shipping-sentences.ts'
import { calendarDate } from '#domain/time/display.ts'

/** A cart between most rates, so that the sentences about what is missing show. */
const EXAMPLE_CART_CENTS = 4800

type ShippingSettingsProps = {
  form: FormState
  today: string
  current: ShippingRate
  /** As typed, where it can be read and differs from what is charged. */
  typed: ShippingRate | undefined
  upcoming: readonly DatedShippingRate[]
}

export function ShippingSettings({ form, today, current, typed, upcoming }: ShippingSettingsProps) {
  return (
    <>
      <SettingsHead place="Shipping" title="Shipping" lead="One flat rate, and the order total from which it’s free." />
      <div className="settings-columns">
        <form method="post" action={deskPaths.shippingSettings()} className="panel">
          <fieldset className="edit-form">
            <FormProblem form={form} />
            <ExpectedVersion form={form} />
            <div className="pair">
              <EditField
                form={form}
                name="flat"
                label="Flat rate ($)"
                inputMode="decimal"
                autoComplete="off"
                hint={`Charged now: ${formatCents(current.flatCents)}`}
              />
              <EditField
                form={form}
                name="freeFrom"
                label="Free shipping from ($)"
                inputMode="decimal"
                autoComplete="off"
                hint={`Now: ${formatCents(current.freeFromCents)}`}
              />
            </div>
            <p className="hint">
              Counted before discounts and tax. An order of exactly this amount ships free. Enter 0 to ship every order
              free.
            </p>
            <EditField
              form={form}
              name="fromDay"
              label="Starts on"
              type="date"
              min={today}
              hint="At midnight Mountain time. Leave it empty to start now."
            />
            <p className="save-bar flex flex-wrap gap-3">
              <button type="submit" className="button">
                Save shipping
              </button>
              <button type="submit" className="button button-quiet" name="intent" value="preview">
                Preview
              </button>
            </p>
          </fieldset>
          <p className="hint mt-3">
            Placed orders keep the shipping they were charged. Open carts see the new price before they pay.
          </p>
        </form>
        <Panel title={typed ? 'What will change' : 'What customers read'}>
          <Sentences current={current} typed={typed} />
        </Panel>
      </div>
      {upcoming.length > 0 && (
        <div className="panels">
          <Panel title="Starting later">
            <ul className="lines">
              {upcoming.map((rate) => (
                <li key={rate.fromDay}>
                  <span>
                    {rateText(rate)}
                    <span className="hint block">from {calendarDate(rate.fromDay)}</span>
                  </span>
                  <Action
                    action={deskPaths.cancelShippingRate()}
                    label="Cancel"
                    fields={{ fromDay: rate.fromDay }}
                    kind="button-plain"
                  >
                    <span className="sr-only">{rateText(rate)}</span>
                  </Action>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </>
  )
}

function Sentences({ current, typed }: { current: ShippingRate; typed: ShippingRate | undefined }) {
  const after = shippingSentences(typed ?? current, EXAMPLE_CART_CENTS)
  return (
    <ul className="sentences">
      {shippingSentences(current, EXAMPLE_CART_CENTS).map(({ place, text }, index) => (
        <li key={place}>
          <span className="hint">{place}</span>
          <Difference before={text} after={after[index]?.text ?? text} />
        </li>
      ))}
    </ul>
  )
}

/** Word by word where the sentence stays the same, as a whole where another one takes its place. */
function Difference({ before, after }: { before: string; after: string }) {
  if (before === after) return <span>{before}</span>
  const [was, is] = [before.split(' '), after.split(' ')]
  const pairs = was.length === is.length ? was.map((word, index) => [word, is[index] ?? '']) : [[before, after]]
  return (
    <span>
      {pairs.map(([old = '', fresh = ''], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
        <Fragment key={index}>
          {old === fresh ? (
            old
          ) : (
            <>
              <del>{old}</del> <ins>{fresh}</ins>
            </>
          )}{' '}
        </Fragment>
      ))}
    </span>
  )
}

function rateText(rate: ShippingRate): string {
  return isAlwaysFree(rate)
    ? 'Free shipping on every order'
    : `${formatCents(rate.flatCents)}, free from ${formatCents(rate.freeFromCents)}`
}
