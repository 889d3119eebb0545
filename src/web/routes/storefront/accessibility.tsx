import { replyPromise } from '#domain/business/hours.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { telephoneLink } from '#web/frame/telephone-link.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/accessibility.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Accessibility',
    description:
      'How this shop is built for everyone, what we test, what we know is missing, and how to reach a person.',
  })

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.accessibility())
  const { email, phone } = page.shop
  return { email, phone, replyTime: replyPromise(page.settings.hours) }
}

/** Says only what this shop's tests check, and what they don't. */
export default function Accessibility({ loaderData: { email, phone, replyTime } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="For everyone"
        title="Accessibility"
        lead="We want everyone to be able to choose and buy an oil here. This is what we do about it, and who to ask when it isn’t enough."
      />
      <div className="policy wrap pt-6">
        <h2>What you can count on</h2>
        <ul>
          <li>The shop is built to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.</li>
          <li>Everything works with a keyboard alone, from search to payment, and the focus is always visible.</li>
          <li>Pages have headings, landmarks and names that screen readers announce. Pictures have descriptions.</li>
          <li>
            Text can be enlarged to 400% without scrolling sideways. Only the table that compares oils scrolls by
            itself.
          </li>
          <li>Colors follow your settings: light, dark, more contrast, or your own colors.</li>
          <li>Nothing moves if your device asks for reduced motion.</li>
          <li>Pages, search and reviews work without JavaScript. The cart and the checkout need it.</li>
        </ul>
        <h2>How we check</h2>
        <p>
          Before anything changes, automated tests visit every kind of page, in light and dark, on the width of a phone
          and of a desktop, and complete an order with a keyboard. Automated tests don’t find everything, so please tell
          us what they missed.
        </p>
        <h2>What we know is missing</h2>
        <ul>
          <li>
            The fields for your card number belong to our payment provider, Square. We can’t change what is inside them.
          </li>
          <li>Reviews are shown as their authors wrote them, and may be hard to read.</li>
        </ul>
        <h2>If something is in your way</h2>
        <p>
          Email <a href={`mailto:${email}`}>{email}</a> or call <a href={telephoneLink(phone)}>{phone}</a>. Tell us the
          page and what you use, such as a screen reader. We reply {replyTime}, and can take your order by email or
          phone in the meantime.
        </p>
      </div>
    </>
  )
}
