import { deliverySentence } from '#domain/orders/delivery-estimate.ts'
import type { PolicySlug } from '#domain/policies/policy.ts'
import { longDate } from '#domain/time/display.ts'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import type { PageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { cardFormOf } from './card-form.ts'

/** The owner's published policy, as HTML that is safe to show; undefined if there is none. */
export async function loadPolicy(page: PageContext, url: URL, slug: PolicySlug) {
  page.share(paths.policy(slug), 'policies')
  return loadOrFail(page, url, async () => {
    const policy = await page.services.policies.findPublished(slug)
    const cardForm = cardFormOf(page.squareWebSdkUrl, page.hasWallets)
    const { delivery } = page.settings
    return {
      shop: page.shop,
      cardForm,
      delivery: delivery.isStated ? deliverySentence(delivery) : undefined,
      policy: policy && { html: policy.html, date: longDate(policy.publishedAt) },
    }
  })
}
