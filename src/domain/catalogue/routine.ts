import { bottleDays, type Habit } from './bottle-life.ts'
import { type Concern, shownScents } from './facts.ts'
import { type Answers, FEELS, type Question, WANTS } from './finder.ts'
import { GROUP_NAMES, type IngredientGroup, type ProductDetail } from './product.ts'
import { isSize, offeredSizes, priceOf, type Pricing, type Size } from './sizes.ts'
import { isSoldOut } from './stock.ts'

/** The facts used to choose a routine. */
export type FinderOil = Pick<
  ProductDetail,
  | 'id'
  | 'pricing'
  | 'soldOut'
  | 'skinTypes'
  | 'concerns'
  | 'scents'
  | 'scent'
  | 'texture'
  | 'absorbsIn'
  | 'whenToUse'
  | 'freeOf'
  | 'contains'
  | 'ingredients'
  | 'dropsPerUse'
  | 'usesPerDay'
>

export type Slot = 'morning' | 'night' | 'both' | 'body'

export const SLOTS = {
  morning: 'Morning',
  night: 'Night',
  both: 'Morning and night',
  body: 'Body and hair',
} as const satisfies Record<Slot, string>

export type RoutineStep<Oil extends FinderOil = FinderOil> = {
  oil: Oil
  slot: Slot
  /** The size to start with; undefined for a single-size oil. */
  size: Size | undefined
  habit: Habit
}

export type Routine<Oil extends FinderOil = FinderOil> = {
  /** In the order of use. Empty if nothing fits. */
  steps: RoutineStep<Oil>[]
  /** Fits as well, but isn't part of it. */
  also: RoutineStep<Oil> | undefined
  leftOut: LeftOutCount[]
}

export type LeftOutCount = { reason: 'scent' | 'skin' | 'unlisted' | IngredientGroup; count: number }

/** A face needs a few drops; an oil that is used by the spoonful is for the body. */
const MOST_FOR_A_FACE = 10

/** A first bottle should last this long, if any size does. */
const LASTING_DAYS = 120

/** The best match for all answers. A sold-out oil is used only if nothing else fits. */
export function findRoutine<Oil extends FinderOil>(oils: readonly Oil[], answers: Answers): Routine<Oil> {
  const inOrder = oils.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const fitting = inOrder.filter((oil) => whyLeftOut(oil, answers) === undefined)
  const face = chooseFace(fitting.filter(isForFace), answers)
  const body = best(fitting.filter(isForBody), (oil) => fitOf(oil, answers))
  const bodyStep = body && toStep(body, 'body')
  // If nothing fits the face, what fits the body is better than nothing.
  const isWhole = answers.want === 'all' || face.length === 0
  return {
    steps: [...face, ...(isWhole && bodyStep ? [bodyStep] : [])],
    also: isWhole || (body && isGone(body)) ? undefined : bodyStep,
    leftOut: countLeftOut(inOrder, answers),
  }
}

/** The first reason against an oil; undefined if it fits. */
export function whyLeftOut(oil: FinderOil, answers: Answers): LeftOutCount['reason'] | undefined {
  const { without, scent } = answers
  if (without.length > 0 && oil.freeOf.length === 0 && oil.contains.length === 0) return 'unlisted'
  const held = without.find((group) => oil.contains.includes(group))
  if (held) return held
  if (scent === 'unscented' && !shownScents(oil.scents, oil).includes('unscented')) return 'scent'
  return suitsSkin(oil, answers) ? undefined : 'skin'
}

/** Not for skin types it isn't listed for. Shoppers who aren't sure get what suits any type, so no oil for hair. */
function suitsSkin({ skinTypes }: FinderOil, { skin }: Answers): boolean {
  const wanted: readonly string[] = FEELS[skin].skinTypes
  return wanted.length === 0 ? skinTypes.length > 0 : skinTypes.some((type) => wanted.includes(type))
}

function countLeftOut(oils: readonly FinderOil[], answers: Answers): LeftOutCount[] {
  const counts = new Map<LeftOutCount['reason'], number>()
  for (const oil of oils) {
    const reason = whyLeftOut(oil, answers)
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return ([...GROUP_NAMES, 'scent', 'skin', 'unlisted'] as const).flatMap((reason) => {
    const count = counts.get(reason)
    return count ? [{ reason, count }] : []
  })
}

export type TimeOfDay = { morning: boolean; night: boolean; lead: 'morning' | 'night' | undefined }

/** Based on its text: "Morning, under sunscreen; at night on its own" is for the morning first. */
export function timeOfDay({ whenToUse }: Pick<FinderOil, 'whenToUse'>): TimeOfDay {
  const morning = /\bmornings?\b/i.test(whenToUse)
  const night = /\b(nights?|evenings?|bedtime)\b/i.test(whenToUse)
  const isBoth = /^\s*mornings?\s+(and|or)\s+(nights?|evenings?)\b/i.test(whenToUse)
  const [first] = /^\s*(mornings?|nights?|evenings?)\b/i.exec(whenToUse) ?? []
  return { morning, night, lead: isBoth || !first ? undefined : /morning/i.test(first) ? 'morning' : 'night' }
}

function isForFace(oil: FinderOil): boolean {
  const { morning, night } = timeOfDay(oil)
  return oil.dropsPerUse <= MOST_FOR_A_FACE && (morning || night)
}

export function isForBody(oil: Pick<FinderOil, 'dropsPerUse'>): boolean {
  return oil.dropsPerUse > MOST_FOR_A_FACE
}

export function matchedConcerns({ concerns }: Pick<FinderOil, 'concerns'>, { want }: Pick<Answers, 'want'>): Concern[] {
  const wanted: readonly Concern[] = WANTS[want].concerns
  return wanted.filter((concern) => concerns.includes(concern))
}

export function isGone(oil: FinderOil): boolean {
  const sizes = offeredSizes(oil.pricing)
  return sizes.length > 0 ? sizes.every((size) => isSoldOut(oil, size)) : isSoldOut(oil, undefined)
}

/** Higher is better; the first number that differs decides. Of two equals, the plainer one is better. */
type Fit = readonly number[]

function fitOf(oil: FinderOil, answers: Answers): Fit {
  const hasScent = shownScents(oil.scents, oil).some((scent) => scent !== 'unscented')
  return [
    isGone(oil) ? 0 : 1,
    matchedConcerns(oil, answers).length + (answers.scent === 'scented' && hasScent ? 1 : 0),
    oil.ingredients.length === 0 ? -Infinity : -oil.ingredients.length,
  ]
}

function chooseFace<Oil extends FinderOil>(oils: readonly Oil[], answers: Answers): RoutineStep<Oil>[] {
  const pairs = oils.flatMap((morning) =>
    oils.flatMap((night) =>
      morning !== night && timeOfDay(morning).morning && timeOfDay(night).night ? [{ morning, night }] : [],
    ),
  )
  const alone = best(oils, (oil) => fitOf(oil, answers))
  if (!alone) return []
  const pair = best(pairs, ({ morning, night }) => {
    const [one, other] = [fitOf(morning, answers), fitOf(night, answers)]
    const led = Number(timeOfDay(morning).lead === 'morning') + Number(timeOfDay(night).lead === 'night')
    const strayed = Number(timeOfDay(morning).lead === 'night') + Number(timeOfDay(night).lead === 'morning')
    return [
      ...one.slice(0, 2).map((part, index) => part + (other[index] ?? 0)),
      led - strayed,
      (one[2] ?? 0) + (other[2] ?? 0),
    ]
  })
  // A second bottle that can't be bought doesn't help.
  if (!pair || isGone(pair.morning) || isGone(pair.night)) return [toStep(alone, slotAlone(alone))]
  return [toStep(pair.morning, 'morning'), toStep(pair.night, 'night')]
}

function slotAlone(oil: FinderOil): Slot {
  const { morning, night } = timeOfDay(oil)
  return morning && night ? 'both' : morning ? 'morning' : 'night'
}

/** The first of the best. */
function best<Item>(items: readonly Item[], fit: (item: Item) => Fit): Item | undefined {
  const [first, ...rest] = items.map((item) => ({ item, fit: fit(item) }))
  if (!first) return undefined
  return rest.reduce((leader, next) => (isBetter(next.fit, leader.fit) ? next : leader), first).item
}

function isBetter(one: Fit, other: Fit): boolean {
  const index = one.findIndex((part, at) => part !== other[at])
  return index !== -1 && (one[index] ?? 0) > (other[index] ?? 0)
}

function toStep<Oil extends FinderOil>(oil: Oil, slot: Slot): RoutineStep<Oil> {
  const habit = {
    dropsPerUse: oil.dropsPerUse,
    usesPerDay: slot === 'morning' || slot === 'night' ? 1 : oil.usesPerDay,
  }
  return { oil, slot, size: startingSize(oil, habit), habit }
}

/** The smallest available size that lasts for months, or else the largest. */
function startingSize(oil: FinderOil, habit: Habit): Size | undefined {
  const offered = offeredSizes(oil.pricing)
  const inStock = offered.filter((size) => !isSoldOut(oil, size))
  return inStock.find((size) => bottleDays(size, habit) >= LASTING_DAYS) ?? inStock.at(-1) ?? offered[0]
}

/** The size used to estimate how long it lasts; undefined if a single-size oil doesn't state it. */
export function statedSize({ pricing }: Pick<FinderOil, 'pricing'>, size: Size | undefined): Size | undefined {
  if (pricing.kind === 'sized') return size
  return isSize(pricing.info) ? pricing.info : undefined
}

/** If nothing fits, the answers that rule everything out: without any one of them, something would fit. */
export function answersInTheWay(
  oils: readonly FinderOil[],
  answers: Answers,
): { question: Question; without: Answers }[] {
  const eased: { question: Question; without: Answers }[] = [
    { question: 'without', without: { ...answers, without: [] } },
    { question: 'scent', without: { ...answers, scent: 'any' } },
    { question: 'skin', without: { ...answers, skin: 'unsure' } },
  ]
  return eased.filter(({ without }) => findRoutine(oils, without).steps.length > 0)
}

/** An estimate, so rounded to five cents; undefined if a bottle doesn't state its size. */
export function centsPerDay(
  bottles: readonly { pricing: Pricing; size: Size | undefined; habit: Habit }[],
): number | undefined {
  let sum = 0
  for (const { pricing, size, habit } of bottles) {
    const stated = statedSize({ pricing }, size)
    if (!stated) return undefined
    sum += (priceOf(pricing, size) ?? 0) / Math.max(1, bottleDays(stated, habit))
  }
  return sum > 0 ? Math.max(5, Math.round(sum / 5) * 5) : undefined
}
