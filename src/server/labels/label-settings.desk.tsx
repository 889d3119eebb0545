import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { LabelSettings } from '#desk/views/labels/label-settings.tsx'
import type { Business } from '#domain/business/shop-settings.ts'
import { readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { typedLine } from '#server/platform/http/form-fields.ts'
import { API_KEY, type CarrierAccounts } from './carrier-account.service.ts'
import { packagingFields, packagingForm } from './package-form.ts'
import { shipFromShop } from './ship-from-shop.ts'

type LabelSettingsDeps = {
  carrier: { accounts: CarrierAccounts }
  shopSettings: { current: () => { business: Business } }
}

const keyForm = z.object({
  apiKey: typedLine.refine((key) => API_KEY.test(key), 'An API key of EasyPost starts with EZAK, or EZTK for tests.'),
})

export function labelSettingsRoutes({ carrier: { accounts }, shopSettings }: LabelSettingsDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, sent: { key?: FormState; packaging?: FormState } = {}) {
    const [account, packaging] = await Promise.all([accounts.find(), accounts.packaging()])
    const { business } = shopSettings.current()
    const body = (
      <LabelSettings
        account={account}
        shipFrom={shipFromShop(business) && `${business.name}, ${business.address}`}
        keyForm={sent.key ?? freshForm({}, '')}
        packaging={sent.packaging ?? freshForm(packagingFields(packaging), '')}
      />
    )
    const status = sent.key || sent.packaging ? 422 : 200
    return visit.page({ title: 'Shipping labels', section: 'settings', body, status })
  }

  return [
    { method: 'GET', path: '/settings/labels', role: 'owner', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/settings/labels/connect',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = parseForm(keyForm, fields)
        // The key isn't sent back, not even to the person who typed it.
        if (!read.ok) return render(visit, { key: refusedForm({}, read.errors) })
        const result = await accounts.connect(read.value.apiKey, visit.actor)
        if (!result.ok) return render(visit, { key: refusedForm({}, { apiKey: result.problem }) })
        return visit.go(labelPaths.labelSettings(), { kind: 'done', text: 'Connected to EasyPost.' })
      },
    },
    {
      method: 'POST',
      path: '/settings/labels/disconnect',
      role: 'owner',
      async handle(visit) {
        const isDone = await accounts.disconnect(visit.actor)
        const text = isDone ? 'Disconnected.' : 'Nothing to change.'
        return visit.go(labelPaths.labelSettings(), { kind: 'done', text })
      },
    },
    {
      method: 'POST',
      path: '/settings/labels/packaging',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = parseForm(packagingForm, fields)
        if (!read.ok) return render(visit, { packaging: refusedForm(fields, read.errors) })
        const isChanged = await accounts.savePackaging(read.value, visit.actor)
        const text = isChanged ? 'Packages saved.' : 'Nothing to change.'
        return visit.go(labelPaths.labelSettings(), { kind: 'done', text })
      },
    },
  ]
}
