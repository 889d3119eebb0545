import { MESSAGES } from '#contract/messages.ts'
import { CollectionPage } from '#web/catalogue/collection-page.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/focus-care.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Focus Care',
    description:
      'Concentrated oils for the spots that need more than a glance: dry patches, tired ends, blemish-prone skin.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.collection('focus-care'), 'catalogue', 'reviews')
  return loadOrFail(page, url, () => page.services.catalog.listFocusPage())
}

export default function FocusCare({ loaderData }: Route.ComponentProps) {
  return (
    <CollectionPage
      hero={{
        eyebrow: 'Where it is needed',
        title: 'Focus Care',
        lead: 'Concentrated oils for the spots that ask for more: dry patches, tired ends, the look of blemish-prone skin.',
        picture: 'shelf-focus',
      }}
      products={loaderData.value}
      emptyText={MESSAGES.noFocusCare}
      failureText={MESSAGES.focusCareFailed}
    />
  )
}
