import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { type Suggestions, suggestionsSchema } from '#contract/suggestions.ts'
import { foundCount } from '#domain/catalogue/found-count.ts'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import { paths } from '#web/paths.ts'
import { LeftOutMark, Marks } from '#web/profile/marks.tsx'
import { RatingLine } from '#web/ui/stars.tsx'
import { isNarrowScreen } from '#web/ui/use-is-narrow.ts'
import type { SuggestionOption, SuggestionState } from './use-suggestions.ts'

/** A phone has room for fewer above its keyboard. */
const OILS_ON_PHONES = 3

export function readSuggestions(answer: unknown, asked: { text: string; listId: string }) {
  const found = suggestionsSchema.parse(answer)
  const { notes, total } = found
  const options = toOptions(found, asked)
  const count =
    options.length > 0 ? [`${counted(options.length, 'suggestion')}. ${foundCount(total, 'oil')} found.`] : []
  return { options, notes, status: [...notes, ...count].join(' ') }
}

/** The ids are those of elements. */
function toOptions(
  { products, ingredients, guides, total: found }: Suggestions,
  { text, listId }: { text: string; listId: string },
): SuggestionOption[] {
  const shown = isNarrowScreen() ? products.slice(0, OILS_ON_PHONES) : products
  return [
    ...shown.map((product) => ({
      id: `${listId}-${product.slug}`,
      kind: 'oil' as const,
      name: product.name,
      to: paths.product(product.slug),
      product,
    })),
    ...ingredients.map(({ slug, name, summary, groups }) => ({
      id: `${listId}-i-${slug}`,
      kind: 'ingredient' as const,
      name,
      to: paths.ingredient(slug),
      note: summary,
      groups,
    })),
    ...guides.map(({ name, path }, index) => ({
      id: `${listId}-g-${index}`,
      kind: 'guide' as const,
      name,
      to: path,
    })),
    ...(found > 0
      ? [
          {
            id: `${listId}-all`,
            kind: 'all' as const,
            name: found === 1 ? 'See the result' : `See all ${foundCount(found, 'result')}`,
            to: paths.shopAll({ search: text }),
          },
        ]
      : []),
  ]
}

/** The list's contents: oils, then ingredients and guides, then a link to all results. */
export function SuggestionGroups({ suggestions }: { suggestions: SuggestionState }) {
  const { listId, options, active, close } = suggestions
  const closeFromOutside = useEffectEvent(close)

  useEffect(() => {
    if (active) document.getElementById(active.id)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // The veil over the page belongs to the body.
  useEffect(() => {
    const press = ({ target }: PointerEvent) => target === document.body && closeFromOutside()
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  }, [])

  const of = (kind: SuggestionOption['kind']) => options.filter((option) => option.kind === kind)
  const group = (kind: SuggestionOption['kind'], label: string, className: string) => (
    <Group options={of(kind)} {...{ listId, kind, label, className, suggestions }} />
  )
  return (
    <>
      {group('oil', 'Oils', 'md:grid md:grid-cols-4 md:gap-6')}
      {group('ingredient', 'Ingredients', '')}
      {group('guide', 'Guides', '')}
      {group('all', '', 'sticky -bottom-px border-t border-line bg-paper lg:col-span-2')}
    </>
  )
}

type GroupProps = {
  options: readonly SuggestionOption[]
  listId: string
  kind: SuggestionOption['kind']
  label: string
  className: string
  suggestions: SuggestionState
}

function Group({ options, listId, kind, label, className, suggestions }: GroupProps) {
  if (options.length === 0) return null
  const labelId = `${listId}-${kind}`
  return (
    <div
      className={kind === 'all' ? className : `pb-3 md:pb-5 ${kind === 'oil' ? 'lg:row-span-2' : ''}`}
      role="group"
      {...(label === '' ? { 'aria-label': 'Results' } : { 'aria-labelledby': labelId })}
    >
      {label !== '' && (
        <p className="eyebrow mb-2" id={labelId}>
          {label}
        </p>
      )}
      <div className={kind === 'all' ? '' : className} role="presentation">
        {options.map((option) => (
          <Option option={option} isActive={suggestions.active?.id === option.id} key={option.id}>
            {option.product ? <ProductOption {...option.product} name={option.name} /> : <TextOption {...option} />}
          </Option>
        ))}
      </div>
    </div>
  )
}

function Option({ option, isActive, children }: { option: SuggestionOption; isActive: boolean; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are handled by the input
    <div
      className="cursor-pointer scroll-mt-9 scroll-mb-13 hover:bg-linen max-md:aria-selected:bg-linen aria-selected:outline-2 aria-selected:outline-ink max-md:border-l-2 max-md:border-transparent max-md:-outline-offset-2 max-md:not-forced-colors:outline-none max-md:aria-selected:border-ink md:outline-offset-4 max-md:forced-colors:not-aria-selected:border-[Canvas]"
      id={option.id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => void navigate(option.to)}
    >
      {children}
    </div>
  )
}

type ProductOptionProps = NonNullable<SuggestionOption['product']> & { name: string }

/** A row on a phone, a card next to others on a wide screen. */
function ProductOption(props: ProductOptionProps) {
  const { name, image, priceCents, hasMorePrices, rating, reviewCount, skinTypes, cautions } = props
  return (
    <div className="flex items-center gap-4 border-b border-line p-2 md:block md:border-0 md:p-0">
      <div className="aspect-4/5 w-12 shrink-0 overflow-hidden bg-linen md:w-full md:[@media(height<45rem)]:aspect-square">
        {image && <img className="size-full object-cover" src={image} width={320} height={400} alt="" />}
      </div>
      <div className="min-w-0 flex-1 md:pt-3">
        <p className="display text-[1.2rem] leading-tight">{name}</p>
        <RatingLine rating={{ average: rating, count: reviewCount }} />
        <Marks skinTypes={skinTypes} cautions={cautions} />
      </div>
      <p className="text-small tabular-nums md:pt-1">
        {hasMorePrices && 'from '}
        {formatCents(priceCents)}
      </p>
    </div>
  )
}

function TextOption({ kind, name, note, groups }: SuggestionOption) {
  if (kind === 'all')
    return (
      <p className="flex min-h-12 items-center justify-between gap-4 px-2 md:px-0">
        <span className="underlined">{name}</span>
        <span className="text-fine text-soft max-lg:hidden" aria-hidden="true">
          ↑ ↓ to move, Enter to open, Esc to close
        </span>
      </p>
    )
  return (
    <div className="flex min-h-11 flex-col justify-center border-b border-line px-2 py-1.5 text-small md:px-0">
      {name}
      {note && <span className="line-clamp-1 text-fine text-soft">{note}</span>}
      {groups && <LeftOutMark groups={groups} />}
    </div>
  )
}
