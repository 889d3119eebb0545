import { redirect } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import {
  askedParameters,
  FINDER_PARAMETERS,
  type Finder,
  isCommonQuestion,
  readFinder,
} from '#domain/catalogue/finder.ts'
import { asDecoration } from '#domain/catalogue/product.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { leftOutText, reasonsFor, routineTitle } from '#domain/catalogue/routine-reasons.ts'
import { answersInTheWay, type FinderOil, findRoutine, type RoutineStep } from '#domain/catalogue/routine.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { QuestionPage } from '#web/finder/question-page.tsx'
import { RoutinePage, type ShownStep } from '#web/finder/routine-page.tsx'
import { paths } from '#web/paths.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/skin-finder.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => {
  const value = args.loaderData?.value
  return pageMeta(args, {
    title: value?.kind === 'routine' ? 'Your routine' : 'Skin Finder',
    description:
      'Four questions, and a routine of one to three oils with the reason for each. No account, no tracking.',
    // A page with one shopper's answers isn't for anyone else.
    isHidden: args.location.search !== '',
  })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const finder = readFinder(url.searchParams)
  const address = paths.skinFinder(askedParameters(finder))
  if (isCommonQuestion(finder)) page.share(address)
  else keepTidy(url, finder, address)
  return loadOrFail(page, url, async () => {
    if (finder.kind === 'question') return { ...finder, picture: asDecoration(renderedPicture('integrity')) }
    const { answers } = finder
    const oils = await page.services.catalog.listFinderOils()
    const { steps, also, leftOut } = findRoutine(oils, answers)
    return {
      kind: 'routine' as const,
      answers,
      title: steps.length > 0 ? routineTitle(steps) : 'Nothing we make fits all of that',
      steps: steps.map((step) => ({ ...toShown(step), reasons: reasonsFor(step, answers) })),
      also: also && toShown(also),
      leftOut: leftOutText(leftOut, answers),
      inTheWay: steps.length > 0 ? [] : answersInTheWay(oils, answers),
    }
  })
}

/** A form without a script sends every field, so the address is longer than it needs to be. */
function keepTidy(url: URL, finder: Finder, address: string): void {
  const asked = [...url.searchParams].filter(([name]) => FINDER_PARAMETERS.includes(name))
  if (String(new URLSearchParams(asked)) !== String(new URLSearchParams(askedParameters(finder))))
    throw redirect(address)
}

function toShown({ oil, slot, size, habit }: RoutineStep<FinderOil & { summary: ProductSummary }>): ShownStep {
  return { product: oil.summary, slot, size, habit }
}

export default function SkinFinder({ loaderData: { value } }: Route.ComponentProps) {
  if (!value) return <LoadFailed message={PAGE_MESSAGES.productsFailed} />
  return value.kind === 'question' ? <QuestionPage {...value} /> : <RoutinePage {...value} />
}
