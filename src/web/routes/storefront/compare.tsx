import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { MOST_COMPARED, readCompared } from '#domain/catalogue/compare.ts'
import { leadingNumberWord, numberWord } from '#domain/text/number-words.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { ChooseOils } from '#web/compare/choose-oils.tsx'
import { CompareTable } from '#web/compare/compare-table.tsx'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/compare.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

const MOST = numberWord(MOST_COMPARED)

export const meta: Route.MetaFunction = (args) => {
  const { oils = [], missing = 0 } = args.loaderData?.value ?? {}
  return pageMeta(args, {
    title: oils.length > 0 ? `Compare ${oils.map(({ name }) => name).join(', ')}` : 'Compare Oils',
    description: `Up to ${MOST} oils side by side: what they suit, what is in them, and what an ounce costs.`,
    // There are far more combinations than anyone would search for.
    isHidden: oils.length + missing > 0,
  })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const chosen = readCompared(url.searchParams)
  const asked = chosen.slice(0, MOST_COMPARED)
  if (asked.length === 0) page.share(paths.compare(), 'catalogue')
  return loadOrFail(page, url, async () => {
    const { catalog } = page.services
    const [found, all] = await Promise.all([asked.length > 0 ? catalog.listDetails(asked) : [], catalog.listAll()])
    const oils = asked.flatMap((id) => found.find((oil) => oil.id === id) ?? [])
    const missing = asked.length - oils.length
    const others = all.filter(({ id }) => !asked.includes(id)).map(({ id, name }) => ({ id, name }))
    return { oils, missing, hasMore: chosen.length > MOST_COMPARED, others }
  })
}

export default function Compare({ loaderData: { value } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Side by side"
        title="Compare Oils"
        lead={`Up to ${MOST} at a time: what they suit, what’s in them, and how long a bottle lasts.`}
      />
      {value ? (
        <div className="wrap pt-8">
          {value.hasMore && (
            <p className="pb-8 text-lead" role="status">
              We show the first {MOST} of the oils you chose.
            </p>
          )}
          {value.missing > 0 && (
            <p className="pb-8 text-lead" role="status">
              {leadingNumberWord(value.missing)}{' '}
              {value.missing === 1 ? 'oil in this link isn’t in our shop.' : 'oils in this link aren’t in our shop.'}
            </p>
          )}
          {value.oils.length > 0 && <CompareTable oils={value.oils} />}
          {value.oils.length < MOST_COMPARED && <ChooseOils oils={value.oils} others={value.others} />}
        </div>
      ) : (
        <LoadFailed message={PAGE_MESSAGES.productsFailed} />
      )}
    </>
  )
}
