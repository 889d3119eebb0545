import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { EditField, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { SALE_PRICE_FIELDS } from '#domain/catalogue/offer-fields.ts'
import { FORMER_PRICE_DAYS, FORMER_PRICE_WINDOW_DAYS, regularPrice } from '#domain/catalogue/sale-price.ts'
import { STOCK_UNITS } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import type { ProductToEdit } from '#server/catalogue/catalogue.views.ts'

type SalePriceFormProps = { product: ProductToEdit; form: FormState; mayPrice: boolean }

export function SalePriceForm({ product, form, mayPrice }: SalePriceFormProps) {
  const units = STOCK_UNITS.filter((unit) => regularPrice(product.pricing.value, unit) !== undefined)
  return (
    <>
      <WhatShoppersSee product={product} />
      <form method="post" action={deskPaths.productSalePrice(product.id)}>
        <fieldset disabled={!mayPrice} className="edit-form">
          <FormProblem form={form} />
          <ExpectedVersion form={form} />
          <div className="trio">
            {units.map((unit) => (
              <EditField
                key={unit}
                form={form}
                name={SALE_PRICE_FIELDS[unit].name}
                label={SALE_PRICE_FIELDS[unit].label}
                hint={`Instead of ${formatCents(regularPrice(product.pricing.value, unit) ?? 0)}`}
                inputMode="decimal"
                autoComplete="off"
              />
            ))}
          </div>
          <div className="pair">
            <EditField
              form={form}
              name="startsAt"
              label="Sale starts (Mountain time)"
              type="datetime-local"
              hint="Leave it empty to start now."
            />
            <EditField form={form} name="endsAt" label="Sale ends (Mountain time)" type="datetime-local" required />
          </div>
          {mayPrice && (
            <p className="save-bar">
              <button type="submit" className="button">
                Save sale
              </button>
            </p>
          )}
        </fieldset>
      </form>
      {mayPrice && product.shownSale && (
        <div className="mt-3">
          <Action
            action={deskPaths.endSalePrice(product.id)}
            label={product.shownSale.isOn ? 'End the sale now' : 'Cancel the sale'}
            kind="button-plain"
          />
        </div>
      )}
    </>
  )
}

function WhatShoppersSee({ product: { salePrice, shownSale, pricing } }: Pick<SalePriceFormProps, 'product'>) {
  const { sale } = salePrice.value
  if (!sale || !shownSale) return null
  const units = STOCK_UNITS.filter((unit) => sale.prices[unit] !== undefined)
  return (
    <div className="hint mb-4">
      <p>
        {shownSale.isOn ? 'On now' : `From ${shortDateTime(new Date(sale.startsAt))}`}, until{' '}
        {shortDateTime(new Date(sale.endsAt))}. Then the regular price returns.
      </p>
      <ul className="mt-1">
        {units.map((unit) => {
          const regular = regularPrice(pricing.value, unit)
          const now = formatCents(sale.prices[unit] ?? 0)
          if (regular === undefined) return null
          return (
            <li key={unit}>
              {unit !== 'single' && `${unit}: `}
              {shownSale.was[unit] === regular
                ? `${now}, with ${formatCents(regular)} crossed out.`
                : `${now}. ${formatCents(regular)} won’t be crossed out: it wasn’t charged on ${FORMER_PRICE_DAYS} of the ${FORMER_PRICE_WINDOW_DAYS} days before the sale.`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
