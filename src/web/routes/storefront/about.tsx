import { Link } from 'react-router'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { sharePage } from '#web/share-page.ts'
import type { Route } from './+types/about.ts'

export const middleware = [sharePage(paths.about())]

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'About',
    description: 'How Bloomera began at a kitchen table in Utah, and why the recipes are short.',
  })

export default function About() {
  return (
    <>
      <PageHero
        eyebrow="Our story"
        title="It began with one bottle and a dry winter"
        lead="Bloomera is a small workshop in Utah that blends botanical oils by hand. This is how it came about."
      />
      <article className="wrap grid items-start gap-x-[clamp(1.5rem,6vw,6rem)] gap-y-8 pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-[1fr_1.1fr]">
        <Picture
          className="-mx-gutter aspect-4/5 md:sticky md:top-4 md:mx-0"
          name="founder"
          sizes="(min-width: 1312px) 580px, (min-width: 768px) 46vw, 100vw"
          isLead
        />
        <div className="grid max-w-prose gap-5 text-lead text-bark">
          <p className="display text-[1.7rem] leading-snug text-ink">
            The air at four and a half thousand feet takes the water out of everything: bread, guitars, cheeks.
          </p>
          <p>
            Our founder tried what the shelves had. The creams that worked smelled of a department store, and the labels
            were long. So she bought rosehip and jojoba, a dropper and a notebook, and wrote down what each drop did.
          </p>
          <p>
            The first blend worth keeping was called Pure Bloom. It had six ingredients, and it still has. Friends asked
            for a bottle, then friends of friends, and the kitchen table became a bench with a scale that reads to a
            hundredth of a gram.
          </p>
          <h2 className="mt-4 text-section text-ink">What has not changed</h2>
          <p>
            We buy oils by harvest and open the drum before we pay for it. We blend what sells in a few weeks, and write
            the date on the box. If an ingredient does not earn its place, it leaves the recipe; that is why the lists
            are short.
          </p>
          <p>
            We sell cosmetics: things that make skin and hair look and feel good. When something is beyond an oil, we
            would rather say so than sell you a bottle. Write to us, and a person answers.
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-6 text-base">
            <Link className="button" to={paths.ingredients()}>
              Read the ingredients
            </Link>
            <Link className="underlined" to={paths.contact()}>
              Write to us
            </Link>
          </p>
        </div>
      </article>
    </>
  )
}
