import { useState } from 'react'
import { Link } from 'react-router'
import { bottleLife } from '#domain/catalogue/bottle-life.ts'
import { type Answers, answerChips, finderParameters, type Question } from '#domain/catalogue/finder.ts'
import { GROUP_NAMES, type ProductSummary } from '#domain/catalogue/product.ts'
import type { Reason } from '#domain/catalogue/routine-reasons.ts'
import { type RoutineStep, type Slot, SLOTS, statedSize } from '#domain/catalogue/routine.ts'
import { isSize, offeredSizes, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Price } from '#web/product/price.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { RatingLine } from '#web/ui/stars.tsx'
import { Tally } from './tally.tsx'

export type ShownStep = { product: ProductSummary; slot: Slot; size: Size | undefined; habit: RoutineStep['habit'] }

export type RoutinePageProps = {
  answers: Answers
  title: string
  steps: readonly (ShownStep & { reasons: readonly Reason[] })[]
  also: ShownStep | undefined
  /** How many oils were left out, and why. */
  leftOut: string
  inTheWay: readonly { question: Question; without: Answers }[]
}

export function RoutinePage(props: RoutinePageProps) {
  const { answers, title, steps, also, leftOut, inTheWay } = props
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({})
  const chosen = steps.map((step) => ({ ...step, size: sizes[step.product.id] ?? step.size }))
  const isForFace = steps.some(({ slot }) => slot !== 'body')
  return (
    <div className="wrap pt-4 md:pt-6">
      <p className="eyebrow">Skin finder</p>
      <h1 className="mt-2">{title}</h1>
      <Said answers={answers} />
      {steps.length === 0 ? (
        <NothingFits answers={answers} leftOut={leftOut} inTheWay={inTheWay} />
      ) : (
        <>
          {!isForFace && (
            <p className="mt-6 max-w-xl text-lead text-bark">
              None of our face oils fits all of that. This one does, for body and hair.
            </p>
          )}
          <div className="mt-8 grid items-start gap-x-gutter gap-y-8 lg:mt-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-stretch">
            <ol className={`grid gap-x-gutter gap-y-8 ${COLUMNS[steps.length] ?? ''}`}>
              {chosen.map((step) => (
                <Step
                  {...step}
                  answers={answers}
                  onSize={(size) => setSizes({ ...sizes, [step.product.id]: size })}
                  key={step.product.id}
                />
              ))}
            </ol>
            <Tally steps={chosen} also={also} leftOut={leftOut} answers={answers} key={JSON.stringify(answers)} />
          </div>
        </>
      )}
    </div>
  )
}

const COLUMNS: Readonly<Record<number, string>> = {
  1: 'sm:max-w-[27rem]',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 xl:grid-cols-3',
}

/** Each answer links back to its question. */
function Said({ answers }: { answers: Answers }) {
  return (
    <ul className="mt-5 flex flex-wrap items-center gap-2" aria-label="Your answers">
      {answerChips(answers).map(({ question, text }) => (
        <li key={text}>
          <Link
            className="flex min-h-8 items-center rounded-pill border border-edge bg-paper px-3 text-small hover:border-ink"
            to={paths.skinFinder(finderParameters(answers, question))}
          >
            {text}
          </Link>
        </li>
      ))}
      <li className="sm:ml-2">
        <Link className="underlined text-small" to={paths.skinFinder(finderParameters(answers, 'want'))}>
          Change answers
        </Link>
      </li>
    </ul>
  )
}

type StepProps = RoutinePageProps['steps'][number] & { answers: Answers; onSize: (size: Size) => void }

/** A card where there is room, a row on a phone. */
function Step({ product, slot, size, habit, reasons, answers, onSize }: StepProps) {
  return (
    <li className="flex max-sm:border-t max-sm:border-line max-sm:pt-6">
      <article className="flex w-full flex-col max-sm:grid max-sm:grid-cols-[8rem_1fr] max-sm:gap-x-4">
        <Link to={paths.product(product.id, size)} tabIndex={-1} aria-hidden="true">
          <Picture
            className="aspect-4/5"
            picture={product.picture}
            sizes="(min-width: 1312px) 406px, (min-width: 1024px) 30vw, (min-width: 640px) 48vw, 128px"
            isDecoration
            isLead
          />
        </Link>
        <div className="sm:mt-5">
          <p className="text-small font-medium text-amber">{SLOTS[slot]}</p>
          <h2 className="mt-1 text-[1.5rem] sm:text-[2rem]">
            <Link className="hover:text-amber" to={paths.product(product.id, size)}>
              {product.name}
            </Link>
          </h2>
          <RatingLine className="mt-2" rating={product.rating} />
          <Marks {...product} />
        </div>
        <ul className="bullets col-span-2 mt-4 mb-4 grid gap-2 text-small text-bark">
          {reasons.map((reason) => (
            <li key={reason.kind}>
              {reason.text}
              {reason.kind === 'holds' && <SwapLink answers={answers} groups={reason.groups} name={product.name} />}
            </li>
          ))}
        </ul>
        <div className="col-span-2 mt-auto flex min-h-11 items-center justify-between gap-4 border-t border-line pt-2 tabular-nums">
          <SizeOf product={product} size={size} habit={habit} onSize={onSize} />
          <b className="font-medium whitespace-nowrap">
            <Price product={product} size={size} />
          </b>
        </div>
      </article>
    </li>
  )
}

function SwapLink({ answers, groups, name }: { answers: Answers; groups: readonly string[]; name: string }) {
  const without = GROUP_NAMES.filter((group) => answers.without.includes(group) || groups.includes(group))
  return (
    <>
      {' '}
      <Link className="underlined" to={paths.skinFinder(finderParameters({ ...answers, without }))} preventScrollReset>
        swap it<span className="sr-only">: {name}</span>
      </Link>
      .
    </>
  )
}

type SizeOfProps = Pick<ShownStep, 'product' | 'size' | 'habit'> & { onSize: (size: Size) => void }

function SizeOf({ product, size, habit, onSize }: SizeOfProps) {
  const lasting = (option: Size) => `${option} · ${bottleLife(option, habit)}`
  const sizes = offeredSizes(product.pricing)
  const stated = statedSize(product, size)
  if (sizes.length < 2) return <span className="text-small">{stated && lasting(stated)}</span>
  return (
    <select
      className="field min-w-0 text-small"
      aria-label={`Size of ${product.name}`}
      value={size}
      onChange={({ target }) => isSize(target.value) && onSize(target.value)}
    >
      {sizes.map((option) => (
        <option value={option} disabled={isSoldOut(product, option)} key={option}>
          {isSoldOut(product, option) ? `${option} · sold out` : lasting(option)}
        </option>
      ))}
    </select>
  )
}

const EASED = {
  want: 'Look for something else',
  skin: 'See what would fit skin of any type',
  without: 'Change what to leave out',
  scent: 'See what would fit with any scent',
} as const satisfies Record<Question, string>

/** Never drops an exclusion on its own: it may be an allergy. */
function NothingFits({ answers, leftOut, inTheWay }: Pick<RoutinePageProps, 'answers' | 'leftOut' | 'inTheWay'>) {
  return (
    <div className="mt-8 max-w-xl">
      <p className="text-lead text-bark">We’d rather say so than sell you something else.</p>
      <p className="mt-4 text-soft">We left out {leftOut}</p>
      <ul className="mt-6 grid gap-3">
        {inTheWay.map(({ question, without }) => (
          <li key={question}>
            <Link
              className="underlined"
              to={paths.skinFinder(
                question === 'without' ? finderParameters(answers, question) : finderParameters(without),
              )}
            >
              {EASED[question]}
            </Link>
          </li>
        ))}
        <li>
          <Link className="underlined" to={paths.shopAll({ without: [...answers.without] })}>
            See all oils{answers.without.length > 0 && ' without what you leave out'}
          </Link>
        </li>
        <li>
          <Link className="underlined" to={paths.contact()}>
            Ask us
          </Link>
        </li>
      </ul>
    </div>
  )
}
