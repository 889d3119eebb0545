import { Link } from 'react-router'
import { asDecoration } from '#domain/catalogue/product.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import { textMeta } from '#web/texts/text-meta.ts'
import { TextLink, Words } from '#web/texts/words.tsx'
import { isRoutineIcon, RoutineIcon } from '#web/ui/routine-icon.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import type { Route } from './+types/routine-guide.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, textMeta(args.loaderData))

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.routineGuide())
  return { ...page.texts('routine-guide'), picture: asDecoration(renderedPicture('routine')) }
}

export default function RoutineGuide({ loaderData: { words, picture } }: Route.ComponentProps) {
  const [serums] = useMenu()
  const { head, steps, end } = words
  return (
    <>
      <PageHero
        eyebrow={head.eyebrow}
        title={<Words text={head.title} />}
        lead={<Words text={head.lead} />}
        picture={picture}
      />
      <ol className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-2">
        {steps.steps.map(({ title, icon, when, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the steps of a page never move
          <li className="grid grid-cols-[4.5rem_1fr] gap-5 border-t border-line py-7" key={index}>
            <RoutineIcon name={isRoutineIcon(icon) ? icon : 'seal'} />
            <div>
              <p className="eyebrow">
                Step {index + 1} · {when}
              </p>
              <h2 className="mt-1 text-title">{title}</h2>
              <p className="mt-2 text-bark">
                <Words text={text} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="wrap mt-8 flex flex-wrap gap-6">
        <Link className="button" to={serums ? paths.collection(serums.slug) : paths.shopAll()}>
          {end.button}
        </Link>
        <TextLink className="underlined self-center" to={end.link.to}>
          {end.link.label}
        </TextLink>
      </p>
    </>
  )
}
