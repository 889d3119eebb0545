import { useRouteLoaderData } from 'react-router'
import { hoursLines } from '#domain/business/hours.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { telephoneLink } from '#web/frame/telephone-link.ts'
import { paths } from '#web/paths.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { TextBlocks } from '#web/texts/text-blocks.tsx'
import { textMeta } from '#web/texts/text-meta.ts'
import { Words } from '#web/texts/words.tsx'
import type { Route } from './+types/contact.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, textMeta(args.loaderData))

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.contact())
  return { hours: hoursLines(page.settings.hours), ...page.texts('contact') }
}

export default function Contact({ loaderData: { hours, words, pictures } }: Route.ComponentProps) {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  if (!shop) return null
  return (
    <>
      <PageHero
        eyebrow={words.head.eyebrow}
        title={<Words text={words.head.title} />}
        lead={<Words text={words.head.lead} />}
      />
      <div className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] gap-y-10 pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-2">
        <section aria-labelledby="reach">
          <h2 className="text-title" id="reach">
            {words.reach.title}
          </h2>
          <Facts>
            <Fact term="Phone">
              <a className="underlined" href={telephoneLink(shop.phone)}>
                {shop.phone}
              </a>
            </Fact>
            <Fact term="Email">
              <a className="underlined" href={`mailto:${shop.email}`}>
                {shop.email}
              </a>
            </Fact>
            <Fact term="Website">
              <a className="underlined" href={shop.websiteUrl}>
                {new URL(shop.websiteUrl).host}
              </a>
            </Fact>
            {shop.social.length > 0 && (
              <Fact term="Social">
                <span className="flex flex-wrap gap-x-5">
                  {shop.social.map(({ name, url }) => (
                    <a key={name} className="underlined" href={url} rel="noreferrer">
                      {name}
                    </a>
                  ))}
                </span>
              </Fact>
            )}
            {shop.address && <Fact term="Mail">{shop.address}</Fact>}
          </Facts>
          <p className="mt-6 flex flex-wrap gap-4">
            <a className="button" href={`mailto:${shop.email}`}>
              {words.reach.button}
            </a>
            {shop.social.slice(0, 1).map(({ name, url }) => (
              <a key={name} className="button button-quiet" href={url} rel="noreferrer">
                Follow on {name}
              </a>
            ))}
          </p>
        </section>
        <section aria-labelledby="hours">
          <h2 className="text-title" id="hours">
            {words.hours.title}
          </h2>
          <Facts>
            {hours.map(({ days, times }) => (
              <Fact key={days} term={days}>
                {times}
              </Fact>
            ))}
          </Facts>
          <h2 className="mt-10 text-title">{words.reaction.title}</h2>
          <p className="mt-3 max-w-prose text-bark">
            <Words text={words.reaction.text} />
          </p>
        </section>
        {words.more.body.length > 0 && (
          <div className="grid max-w-prose gap-5 text-bark md:col-span-2">
            <TextBlocks blocks={words.more.body} pictures={pictures} />
          </div>
        )}
      </div>
    </>
  )
}

/** The terms of the list form one column, as wide as the longest. */
function Facts({ children }: { children: React.ReactNode }) {
  return (
    <dl className="mt-4 grid gap-x-4 border-b border-line sm:grid-cols-[minmax(8rem,max-content)_1fr]">{children}</dl>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid items-center border-t border-line py-3">
      <dt className="text-soft">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
