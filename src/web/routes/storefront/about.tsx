import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import { TextBlocks } from '#web/texts/text-blocks.tsx'
import { textMeta } from '#web/texts/text-meta.ts'
import { TextLink, Words } from '#web/texts/words.tsx'
import type { Route } from './+types/about.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, textMeta(args.loaderData))

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.about())
  return { ...page.texts('about'), founder: renderedPicture('founder') }
}

export default function About({ loaderData: { words, pictures, founder } }: Route.ComponentProps) {
  const { head, story } = words
  return (
    <>
      <PageHero eyebrow={head.eyebrow} title={<Words text={head.title} />} lead={<Words text={head.lead} />} />
      <article className="wrap grid items-start gap-x-[clamp(1.5rem,6vw,6rem)] gap-y-8 pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-[1fr_1.1fr]">
        <Picture
          className="-mx-gutter aspect-4/5 md:sticky md:top-4 md:mx-0"
          picture={founder}
          sizes="(min-width: 1312px) 580px, (min-width: 768px) 46vw, 100vw"
          isLead
        />
        <div className="grid max-w-prose gap-5 text-lead text-bark">
          <p className="display text-[1.7rem] leading-snug text-ink">
            <Words text={story.opening} />
          </p>
          <TextBlocks blocks={story.body} pictures={pictures} />
          <p className="mt-2 flex flex-wrap items-center gap-6 text-base">
            <TextLink className="button" to={story.button.to}>
              {story.button.label}
            </TextLink>
            <TextLink className="underlined" to={story.link.to}>
              {story.link.label}
            </TextLink>
          </p>
        </div>
      </article>
    </>
  )
}
