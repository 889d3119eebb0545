import { Link } from 'react-router'
import { INSIGHT_REVIEWS } from '#domain/reviews/review-insights.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { Ledger } from '#web/reviews/ledger.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/our-reviews.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'How our reviews work',
    description: 'How we collect reviews, what “Verified purchase” means, who reads them and what is not published.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.ourReviews(), 'review-ledger')
  const { asksWhenShipped } = page.settings.reviews
  return loadOrFail(page, url, async () => ({ ledger: await page.services.reviews.ledger(), asksWhenShipped }))
}

export default function OurReviews({ loaderData: { value } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Our reviews"
        title="How our reviews work"
        lead="Where they come from, how we check them, and what doesn’t appear."
      />
      {value ? (
        <div className="wrap pt-6">
          <div className="policy">
            <h2>How we collect them</h2>
            <p>
              Anyone can write a review on an oil’s page, without an account.{' '}
              {value.asksWhenShipped && 'When an order ships, our email links to a review of each oil in it. '}
              Your email address and order number are never shown.
            </p>
            <h2>What “Verified purchase” means</h2>
            <p>
              The reviewer gave an order number or came from the link in our email, and we matched it to an order in our
              records that includes this oil. A review without the badge may be from someone who was given a bottle, or
              who left the number out.
            </p>
            <h2>How stars are counted</h2>
            <p>
              The average counts every published review of an oil once, verified or not, old or new. Nothing is
              weighted. Next to them we quote one happy and one critical review, the newest of each with verified buyers
              first, and list the topics that the newest {INSIGHT_REVIEWS} mention.
            </p>
            <h2>Answers</h2>
            <p>
              We may reply below a review. We never change what it says or how many stars it gives, and we don’t publish
              reviews that someone was paid to write.
            </p>
          </div>
          <Ledger ledger={value.ledger} />
          <p className="mt-8">
            <Link className="button" to={paths.reviews()}>
              Read all reviews
            </Link>
          </p>
        </div>
      ) : (
        <LoadFailed message="Reviews couldn’t be loaded" />
      )}
    </>
  )
}
