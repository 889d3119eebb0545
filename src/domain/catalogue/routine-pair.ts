import type { Concern, Scent, SkinType } from './facts.ts'
import { isForBody, timeOfDay } from './routine.ts'

/** What decides whether two oils make a routine. */
export type RoutineFacts = {
  id: string
  category: string
  skinTypes: readonly SkinType[]
  concerns: readonly Concern[]
  scents: readonly Scent[]
  whenToUse: string
  dropsPerUse: number
}

type Hours = { morning: boolean; night: boolean; isSaid: boolean }

/** Read from the owner's text; an oil for the shower or before a wash has no time of day. */
function hoursOf(facts: Pick<RoutineFacts, 'whenToUse'>): Hours {
  const { morning, night } = timeOfDay(facts)
  const isAnyTime = /\bany time\b/i.test(facts.whenToUse)
  return { morning: morning || isAnyTime, night: night || isAnyTime, isSaid: morning || night }
}

/** How well they pair; undefined if they can't split morning and night, or no skin type suits both. */
function pairScore(product: RoutineFacts, other: RoutineFacts): number | undefined {
  const [own, theirs] = [hoursOf(product), hoursOf(other)]
  if (!(own.morning && theirs.night) && !(own.night && theirs.morning)) return undefined
  const skin = shared(product.skinTypes, other.skinTypes)
  if (skin === 0) return undefined
  const isComplement = own.morning !== own.night || theirs.morning !== theirs.night
  const isUnscented = [product, other].every(({ scents }) => scents.includes('unscented'))
  // Two oils for the same concern would do the same thing twice.
  return (
    skin -
    shared(product.concerns, other.concerns) +
    (product.category === other.category ? 3 : 0) +
    // A serum for the face and an oil for the bath make no routine if anything closer fits.
    (isForBody(product) === isForBody(other) ? 5 : 0) +
    (isUnscented ? 4 : 0) +
    (isComplement ? 2 : 0) +
    (theirs.isSaid ? 2 : 0)
  )
}

/** The best oil to pair with this one; the first of equals. */
export function findPartner<Product extends RoutineFacts>(
  product: RoutineFacts,
  others: readonly Product[],
): Product | undefined {
  let best: { other: Product; score: number } | undefined
  for (const other of others) {
    const score = other.id === product.id ? undefined : pairScore(product, other)
    if (score !== undefined && (!best || score > best.score)) best = { other, score }
  }
  return best?.other
}

/** Which of the two is for the morning; the answer is the same on both their pages. */
export function isForMorning(product: RoutineFacts, other: RoutineFacts): boolean {
  const [own, theirs] = [lean(product), lean(other)]
  return own === theirs ? product.id < other.id : own < theirs
}

/** Below 0 for the morning, above 0 for the night. */
function lean(product: RoutineFacts): number {
  const { morning, night } = hoursOf(product)
  if (morning !== night) return morning ? -2 : 2
  const { lead } = timeOfDay(product)
  return lead ? (lead === 'morning' ? -1 : 1) : 0
}

function shared(one: readonly string[], other: readonly string[]): number {
  return one.filter((value) => other.includes(value)).length
}
