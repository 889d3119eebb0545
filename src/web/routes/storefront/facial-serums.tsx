import { MESSAGES } from '#contract/messages.ts'
import { CollectionPage } from '#web/catalogue/collection-page.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/facial-serums.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Facial Serums',
    description: 'Facial oil serums, each for a different morning: radiance, renewal, firmness, brightness, calm.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.collection('facial-serums'), 'catalogue', 'reviews')
  return loadOrFail(page, url, () => page.services.catalog.listCollection('facial-serums'))
}

export default function FacialSerums({ loaderData }: Route.ComponentProps) {
  return (
    <CollectionPage
      hero={{
        eyebrow: 'For the face',
        title: 'Facial Serums',
        lead: 'Three to five drops each. Choose by what you would like to see in the mirror; they all sink in.',
        picture: 'shelf-face',
      }}
      products={loaderData.value}
      emptyText={MESSAGES.noFacialSerums}
      failureText={MESSAGES.facialSerumsFailed}
    />
  )
}
