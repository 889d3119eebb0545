import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { conflictingForm } from '#desk/ui/form-state.ts'
import { fromShopTime } from '#domain/time/shop-time.ts'
import { askAbout } from '#server/desk/confirm-question.tsx'
import { afterEdit, nothingThere, readEditForm, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Fields, FormRead } from '#server/platform/http/form-fields.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { productForms } from './product-form.ts'
import { createProductScreen, type ProductScreenDeps } from './product-screen.tsx'

export type ProductPriceDeps = { products: ProductEditor; now: () => Date } & ProductScreenDeps

export function productPriceRoutes(deps: ProductPriceDeps): DeskRoute[] {
  const { products, now } = deps
  const renderProduct = createProductScreen(deps)

  /** Undefined means now. */
  function readDueAt({ dueAt = '' }: Fields): FormRead<Date | undefined> {
    if (dueAt === '') return { ok: true, value: undefined }
    const value = fromShopTime(dueAt)
    if (!value) return { ok: false, errors: { dueAt: 'Enter a valid date and time.' } }
    if (value <= now())
      return { ok: false, errors: { dueAt: 'That time has passed. Leave it blank to change prices now.' } }
    return { ok: true, value }
  }

  return [
    {
      method: 'POST',
      path: '/catalogue/products/:slug/prices',
      role: 'owner',
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const [read, due] = [productForms.pricing.read(fields), readDueAt(fields)]
        if (!read.ok || !due.ok) {
          const errors = { ...(!read.ok && read.errors), ...(!due.ok && due.errors) }
          return renderProduct(visit, id, { pricing: refusedForm(fields, errors) }, 422)
        }
        const back = deskPaths.product(id)
        const lost = await products.sizesLost(id, read.value)
        const question = lost && (await askAbout(visit, questionAbout(lost)))
        if (question) return question
        if (due.value) {
          const scheduled = await products.schedule(id, read.value, due.value, visit.actor)
          if (scheduled === undefined) throw nothingThere()
          return visit.go(back, { kind: 'done', text: `Prices scheduled for ${shortDateTime(due.value)}.` })
        }
        const result = await products.savePricing(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, back, 'Prices updated.')
        if (result.code !== 'changed') throw nothingThere()
        const current = productForms.pricing.toFields(result.current)
        const pricing = conflictingForm(
          productForms.pricing.toFields(read.value),
          current,
          versionToken(result.current),
        )
        return renderProduct(visit, id, { pricing }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/prices/:id/cancel',
      role: 'owner',
      async handle(visit) {
        const isCancelled = await products.cancelScheduled(visit.id('id'), visit.actor)
        return visit.go(
          deskPaths.product(slugIn(visit)),
          isCancelled
            ? { kind: 'done', text: 'Price change canceled.' }
            : { kind: 'problem', text: 'These prices were already applied or canceled.' },
        )
      },
    },
  ]
}

function questionAbout({ name, sizes }: { name: string; sizes: readonly string[] }): string {
  return `Stop selling ${name} in ${sizes.join(' and ')}? Without a price it can’t be bought, and carts lose it. A price brings it back.`
}
