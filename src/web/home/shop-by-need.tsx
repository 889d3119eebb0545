import { Link } from 'react-router'
import type { Need } from '#domain/catalogue/collections.ts'
import type { Texts } from '#domain/texts/text-pages.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { TextLink } from '#web/texts/words.tsx'

type ShopByNeedProps = { needs: readonly Need[]; words: Texts<'home'>['needs'] }

export function ShopByNeed({ needs, words }: ShopByNeedProps) {
  return (
    <section className="wrap pt-band" aria-labelledby="needs">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="needs">{words.title}</h2>
        <TextLink className="underlined" to={words.link.to}>
          {words.link.label}
        </TextLink>
      </div>
      <ul className="grid grid-cols-2 gap-4 sm:gap-gutter lg:grid-cols-4">
        {needs.map(({ name, picture, leadsTo }) => (
          <li key={name}>
            <Link
              className="group relative block"
              to={leadsTo.kind === 'product' ? paths.product(leadsTo.slug) : paths.collection(leadsTo.slug)}
            >
              <Picture
                className="aspect-4/5 [&_picture_img]:transition-transform [&_picture_img]:group-hover:scale-[1.02]"
                picture={picture}
                sizes="(min-width: 1312px) 304px, (min-width: 1024px) 23vw, calc(50vw - 24px)"
                isDecoration
              />
              <span className="display absolute bottom-0 left-0 bg-bone pt-2.5 pr-5 pb-0.5 text-[1.2rem] sm:text-[1.45rem]">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
