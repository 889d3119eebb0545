import { MESSAGES } from '#contract/messages.ts'
import { CollectionPage } from '#web/catalogue/collection-page.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/body-hair.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Body & Hair Collection',
    description: 'Body and hair oils in one generous size, from a woody floral to one with no scent at all.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.collection('body-hair'), 'catalogue', 'reviews')
  return loadOrFail(page, url, () => page.services.catalog.listCollection('body-hair'))
}

export default function BodyHair({ loaderData }: Route.ComponentProps) {
  return (
    <CollectionPage
      hero={{
        eyebrow: 'Shoulders to ankles',
        title: 'Body & Hair Collection',
        lead: 'One generous size each. Press onto damp skin after the shower, or work a few drops through dry ends.',
        picture: 'shelf-body',
      }}
      products={loaderData.value}
      emptyText={MESSAGES.noBodyHair}
      failureText={MESSAGES.bodyHairFailed}
    />
  )
}
