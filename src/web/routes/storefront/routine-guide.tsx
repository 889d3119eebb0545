import { Link } from 'react-router'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import { sharePage } from '#web/share-page.ts'
import { RoutineIcon, type RoutineIconName } from '#web/ui/routine-icon.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import type { Route } from './+types/routine-guide.ts'

type Step = { title: string; icon: RoutineIconName; when: string; text: string }

const STEPS: Step[] = [
  {
    title: 'Cleanse',
    icon: 'cleanse',
    when: 'Morning and night',
    text: 'Wash with something mild and lukewarm water. In the morning, water alone is often enough. Pat, do not rub.',
  },
  {
    title: 'Hydrate',
    icon: 'hydrate',
    when: 'Morning and night',
    text: 'A mist or a watery toner on skin that is still damp. Oil holds water in; it cannot bring any.',
  },
  {
    title: 'Treat (Actives)',
    icon: 'treat',
    when: 'As their label says',
    text: 'Anything with a job of its own goes on now, thin to thick. Give it a minute before the next step.',
  },
  {
    title: 'Moisturize (Optional)',
    icon: 'moisturize',
    when: 'If skin asks for it',
    text: 'A light cream, when the air is dry or the heating is on. Many people find they can leave it out.',
  },
  {
    title: 'Nourish + Seal with Bloomera facial oil serums',
    icon: 'seal',
    when: 'Morning and night',
    text: 'Warm 3-5 drops between your palms and press onto slightly damp or moisturized skin, face and neck. Press, wait, press again.',
  },
  {
    title: 'SPF (AM only)',
    icon: 'sun',
    when: 'Every morning',
    text: 'Sunscreen goes on last, once the oil has sunk in. No oil replaces it.',
  },
]

export const middleware = [sharePage(paths.routineGuide())]

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Routine Guide',
    description:
      'Six steps, in order: cleanse, hydrate, treat, moisturize, seal with three to five drops of oil, and sunscreen in the morning.',
  })

export default function RoutineGuide() {
  const [serums] = useMenu()
  return (
    <>
      <PageHero
        eyebrow="Six steps"
        title="Routine Guide"
        lead="In this order, thin to thick. Leave out what you do not need; keep the order of what stays."
        picture="routine"
      />
      <ol className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-2">
        {STEPS.map(({ title, icon, when, text }, index) => (
          <li className="grid grid-cols-[4.5rem_1fr] gap-5 border-t border-line py-7" key={title}>
            <RoutineIcon name={icon} />
            <div>
              <p className="eyebrow">
                Step {index + 1} · {when}
              </p>
              <h2 className="mt-1 text-title">{title}</h2>
              <p className="mt-2 text-bark">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="wrap mt-8 flex flex-wrap gap-6">
        <Link className="button" to={serums ? paths.collection(serums.slug) : paths.shopAll()}>
          Choose a serum
        </Link>
        <Link className="underlined self-center" to={paths.productGuide()}>
          Compare them in the guide
        </Link>
      </p>
    </>
  )
}
