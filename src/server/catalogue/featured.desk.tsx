import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Featured, FEATURED_SLOTS } from '#desk/views/catalogue/featured.tsx'
import { BADGES } from '#domain/catalogue/featured.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import type { CatalogService } from './catalogue.service.ts'
import type { FeaturedCard } from './featured-editor.queries.ts'
import type { HomeEditor } from './home-editor.service.ts'
import type { ProductEditor } from './product-editor.service.ts'

type FeaturedDeps = { home: HomeEditor; products: ProductEditor; catalog: CatalogService }

export function featuredRoutes({ home, products, catalog }: FeaturedDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const [all, chosen, featured] = await Promise.all([products.list(), home.featured(), catalog.listFeatured()])
    const body = (
      <Featured
        form={sent ?? freshForm(toFields(chosen.cards), chosen.version)}
        products={all.filter(({ isActive }) => isActive)}
        shown={featured.map(({ product, badge, reason }) => ({ name: product.name, badge, reason }))}
        mayEdit={isAtLeast(visit.operator.role, 'owner')}
      />
    )
    return visit.page({ title: 'Featured products', section: 'catalogue', body, status })
  }

  return [
    { method: 'GET', path: '/catalogue/featured', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/catalogue/featured',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const cards = readCards(fields)
        const result = await home.saveFeatured(cards, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.featured(), 'Cards saved.')
        if (result.code === 'refused') return render(visit, refusedForm(fields, { form: result.message }), 422)
        if (result.code === 'not_found') throw nothingThere()
        return render(
          visit,
          conflictingForm(toFields(cards), toFields(result.current), versionToken(result.current)),
          409,
        )
      },
    },
  ]
}

function toFields(cards: readonly FeaturedCard[]): Fields {
  return Object.fromEntries(
    FEATURED_SLOTS.flatMap((slot) => [
      [`product${slot}`, cards[slot - 1]?.productId ?? ''],
      [`badge${slot}`, cards[slot - 1]?.badge ?? BADGES[slot - 1] ?? ''],
    ]),
  )
}

/** A slot without a product is not a card. */
function readCards(fields: Fields): FeaturedCard[] {
  return FEATURED_SLOTS.flatMap((slot) => {
    const productId = fields[`product${slot}`] ?? ''
    const badge = BADGES.find((known) => known === fields[`badge${slot}`])
    return productId && badge ? [{ productId, badge }] : []
  })
}
