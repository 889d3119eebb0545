import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { conflictingForm } from '#desk/ui/form-state.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm, slugIn } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { ProductPriceDeps } from './product-price.desk.ts'
import { createProductScreen } from './product-screen.tsx'
import { salePriceForm } from './sale-price-form.ts'

export function salePriceRoutes(deps: ProductPriceDeps): DeskRoute[] {
  const { products, now } = deps
  const renderProduct = createProductScreen(deps)

  return [
    {
      method: 'POST',
      path: '/catalogue/products/:slug/sale-price',
      role: 'owner',
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const product = await products.find(id)
        if (!product) throw nothingThere()
        const read = salePriceForm.read(fields, { pricing: product.pricing.value, now: now() })
        if (!read.ok) return renderProduct(visit, id, { salePrice: refusedForm(fields, read.errors) }, 422)
        const result = await products.saveSalePrice(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) {
          const { startsAt = '' } = read.value.sale ?? {}
          const start = new Date(startsAt)
          const text = start <= now() ? 'The sale is on.' : `The sale starts ${shortDateTime(start)}.`
          return afterEdit(visit, result, deskPaths.product(id), text)
        }
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused')
          return renderProduct(visit, id, { salePrice: refusedForm(fields, { form: result.message }) }, 422)
        const salePrice = conflictingForm(
          salePriceForm.toFields(read.value),
          salePriceForm.toFields(result.current),
          versionToken(result.current),
        )
        return renderProduct(visit, id, { salePrice }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/sale-price/end',
      role: 'owner',
      async handle(visit) {
        const id = slugIn(visit)
        const isOn = (await products.find(id))?.shownSale?.isOn
        const result = await products.saveSalePrice(id, { sale: null }, undefined, visit.actor)
        if (!result.ok) throw nothingThere()
        const text = isOn ? 'Sale ended. The regular price is charged again.' : 'Sale canceled.'
        return afterEdit(visit, result, deskPaths.product(id), text)
      },
    },
  ]
}
