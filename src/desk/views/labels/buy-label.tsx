import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { EditField, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { LabelQuote } from '#server/labels/labels.views.ts'
import { labelField, rateName, TestKey } from './buy-labels.tsx'

type BuyLabelProps = { quote: LabelQuote; shipTo: readonly string[]; form: FormState; isTest: boolean }

/** All services for one package, which can be weighed first. */
export function BuyLabel({ quote, shipTo, form, isTest }: BuyLabelProps) {
  const { order } = quote
  const isTyped = Object.keys(form.errors).length === 0
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Buy label" lead={shipTo.join(', ')} />
      {isTest && <TestKey />}
      <div className="panels label-form">
        <Panel title="Package">
          <form method="get" action={labelPaths.buyLabel(order.id)} className="edit-form">
            <FormProblem form={form} />
            <div className="label-sizes">
              <EditField form={form} name="weightOz" label="Weight, oz" inputMode="decimal" required />
              <EditField form={form} name="lengthIn" label="Length, in" inputMode="decimal" required />
              <EditField form={form} name="widthIn" label="Width, in" inputMode="decimal" required />
              <EditField form={form} name="heightIn" label="Height, in" inputMode="decimal" required />
            </div>
            <button type="submit" className="button button-quiet">
              Update prices
            </button>
          </form>
        </Panel>
        {isTyped && (
          <Panel title="Service">
            <Services quote={quote} />
          </Panel>
        )}
      </div>
    </>
  )
}

function Services({ quote }: { quote: LabelQuote }) {
  if ('problem' in quote) return <Empty>{quote.problem}</Empty>
  return (
    <form method="post" action={labelPaths.buyLabel(quote.order.id)} className="edit-form">
      <fieldset className="label-services">
        <legend className="sr-only">Service</legend>
        {quote.rates.map((rate, index) => (
          <label key={`${rate.carrier} ${rate.service}`}>
            <input type="radio" name="label" value={labelField(rate, quote)} defaultChecked={index === 0} />
            <span>{rateName(rate)}</span>
            <span className="tabular-nums">{formatCents(rate.cents)}</span>
          </label>
        ))}
      </fieldset>
      <button type="submit" className="button">
        Buy label
      </button>
    </form>
  )
}
