import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { SentenceList } from '#desk/ui/sentence-list.tsx'
import { TypedByHand } from '#desk/ui/typed-by-hand.tsx'
import { SettingsFrame } from '#desk/views/frame/settings-frame.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { DatedShippingRate, ShippingRate } from '#domain/money/rates.ts'
import { isAlwaysFree, shippingSentences } from '#domain/money/shipping-sentences.ts'
import type { TypedPlace } from '#domain/text/typed-by-hand.ts'
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
  /** Custom texts that mention a rate that will no longer apply. */
  typedByHand: readonly TypedPlace[]
}

export function ShippingSettings({ form, today, current, typed, upcoming, typedByHand }: ShippingSettingsProps) {
  return (
    <SettingsFrame place="shipping" title="Shipping" lead="One flat rate, and the order total from which it’s free.">
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
        <div className="grid min-w-0 gap-5">
          <Panel title={typed ? 'What will change' : 'What customers read'}>
            <SentenceList
              current={shippingSentences(current, EXAMPLE_CART_CENTS)}
              after={typed && shippingSentences(typed, EXAMPLE_CART_CENTS)}
            />
          </Panel>
          <TypedByHand places={typedByHand} />
        </div>
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
    </SettingsFrame>
  )
}

function rateText(rate: ShippingRate): string {
  return isAlwaysFree(rate)
    ? 'Free shipping on every order'
    : `${formatCents(rate.flatCents)}, free from ${formatCents(rate.freeFromCents)}`
}
