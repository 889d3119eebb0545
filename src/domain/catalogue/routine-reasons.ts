import { decapitalized } from '../text/first-letter.ts'
import { numberWord } from '../text/number-words.ts'
import { inSeries } from './cautions.ts'
import { CONCERNS, shownScents, SKIN_TYPES } from './facts.ts'
import { type Answers, FEELS, WANTS } from './finder.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from './product.ts'
import { isGone, type LeftOutCount, matchedConcerns, type RoutineStep } from './routine.ts'

export type Reason =
  | { kind: 'concern' | 'skin' | 'scent' | 'without' | 'feel' | 'gone'; text: string }
  /** A possible concern: a group the shopper could still exclude. */
  | { kind: 'holds'; text: string; groups: readonly IngredientGroup[] }

/** Shoppers don't read more. */
const MOST_REASONS = 3

/** Why this oil, in the shopper's own words, and any concerns. Each is based on a fact about the oil. */
export function reasonsFor(step: RoutineStep, answers: Answers): Reason[] {
  const { contains } = step.oil
  const why = [
    concernReason(step, answers),
    skinReason(step, answers),
    withoutReason(answers),
    scentReason(step, answers),
    feelReason(step),
  ].filter((reason) => reason !== undefined)
  const text = `Contains ${inSeries(contains.map(asWord))}. If that bothers you,`
  return [
    ...why.slice(0, MOST_REASONS),
    ...(contains.length > 0 ? [{ kind: 'holds' as const, text, groups: contains }] : []),
    ...(isGone(step.oil) ? [{ kind: 'gone' as const, text: 'Sold out for now, and nothing else fits here.' }] : []),
  ]
}

function concernReason({ oil }: RoutineStep, answers: Answers): Reason | undefined {
  const matched = matchedConcerns(oil, answers).map((concern) => CONCERNS[concern].replace('Look of', 'The look of'))
  if (matched.length === 0) return undefined
  const said = WANTS[answers.want].label
  return {
    kind: 'concern',
    text: `You said ${decapitalized(said)}: it’s made with ${inSeries(matched.map(decapitalized))} in mind.`,
  }
}

const SKIN_WORDS = {
  tight: 'Your skin feels tight by midday',
  comfortable: 'Your skin feels comfortable',
  shiny: 'Your skin is shiny in places',
  irritated: 'You said easily irritated',
  unsure: '',
} as const

function skinReason({ oil }: RoutineStep, { skin }: Answers): Reason | undefined {
  const wanted: readonly string[] = FEELS[skin].skinTypes
  const suited = oil.skinTypes.filter((type) => wanted.includes(type)).map((type) => SKIN_TYPES[type].toLowerCase())
  if (suited.length === 0) return undefined
  const isPlain = skin === 'irritated' && oil.freeOf.includes('essential-oils')
  const plain = isPlain ? `, with ${numberWord(oil.ingredients.length)} ingredients and no essential oils` : ''
  return { kind: 'skin', text: `${SKIN_WORDS[skin]}: it suits ${inSeries(suited)} skin${plain}.` }
}

function scentReason({ oil }: RoutineStep, { scent }: Answers): Reason | undefined {
  const scents = shownScents(oil.scents, oil)
  if (scent === 'unscented' && scents.includes('unscented'))
    return { kind: 'scent', text: 'You like it unscented: nothing in it is there for scent.' }
  return scent === 'scented' && oil.scent !== '' && scents.some((one) => one !== 'unscented')
    ? { kind: 'scent', text: `You like a scent: ${sentenceEnd(decapitalized(oil.scent))}` }
    : undefined
}

function withoutReason({ without }: Answers): Reason | undefined {
  if (without.length === 0) return undefined
  const none = ['none', 'none', 'neither'][without.length] ?? 'none of them'
  return { kind: 'without', text: `You leave out ${inSeries(without.map(asWord))}: it has ${none}.` }
}

function feelReason({ oil: { texture, absorbsIn } }: RoutineStep): Reason | undefined {
  const lines = [texture && sentenceEnd(texture), absorbsIn && `Absorbs in: ${sentenceEnd(decapitalized(absorbsIn))}`]
  const text = lines.filter(Boolean).join(' ')
  return text === '' ? undefined : { kind: 'feel', text }
}

/** "11 with essential oils, 1 with nuts" */
export function leftOutText(counts: readonly LeftOutCount[], answers: Answers): string {
  const reasonText = (reason: LeftOutCount['reason']) => {
    if (reason === 'scent') return 'with a scent'
    if (reason === 'unlisted') return 'without a list of ingredients'
    if (reason !== 'skin') return `with ${asWord(reason)}`
    const types = FEELS[answers.skin].skinTypes.map((type) => SKIN_TYPES[type].toLowerCase())
    return types.length === 0 ? 'not for skin' : `not listed for ${types.join(' or ')} skin`
  }
  const [first, ...rest] = counts.map(({ reason, count }) => ({ count, text: reasonText(reason) }))
  if (!first) return ''
  const oils = first.count === 1 ? 'oil' : 'oils'
  return `${[`${first.count} ${oils} ${first.text}`, ...rest.map(({ count, text }) => `${count} ${text}`)].join(', ')}.`
}

/** "Your routine: two plain oils" */
export function routineTitle(steps: readonly RoutineStep[]): string {
  const isPlain = steps.every(({ oil }) => shownScents(oil.scents, oil).includes('unscented'))
  return `Your routine: ${numberWord(steps.length)} ${isPlain ? 'plain ' : ''}${steps.length === 1 ? 'oil' : 'oils'}`
}

function asWord(group: IngredientGroup): string {
  return INGREDIENT_GROUPS[group].toLowerCase()
}

function sentenceEnd(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
