import type { Concern, SkinType } from './facts.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS, type IngredientGroup } from './product.ts'

export type FinderOption = {
  label: string
  hint: string
  /** Shown with the answers above a routine. */
  chip: string
}

type Want = FinderOption & { concerns: readonly Concern[] }
type Feel = FinderOption & { skinTypes: readonly SkinType[] }

/** What a shopper would like to change, and the matching concerns of an oil. */
export const WANTS = {
  dry: {
    label: 'Dryness',
    hint: 'It drinks up whatever you put on it',
    chip: 'Dry',
    concerns: ['dryness', 'roughness'],
  },
  dull: {
    label: 'Dullness',
    hint: 'It looks tired, or uneven in tone',
    chip: 'Dull',
    concerns: ['dullness', 'uneven-tone'],
  },
  lines: {
    label: 'The look of fine lines',
    hint: 'You’d like it to look smoother and firmer',
    chip: 'Fine lines',
    concerns: ['fine-lines', 'firmness'],
  },
  blemishes: {
    label: 'Blemishes or shine',
    hint: 'Oils for blemish-prone skin',
    chip: 'Blemish-prone',
    concerns: ['blemishes', 'blotchiness', 'shine'],
  },
  all: {
    label: 'Nothing in particular',
    hint: 'Something good from head to toe',
    chip: 'Head to toe',
    concerns: [],
  },
} as const satisfies Record<string, Want>

/** How skin feels by midday, and the matching skin types: an oil for any of them fits. */
export const FEELS = {
  tight: {
    label: 'Tight or flaky',
    hint: 'It would like a second moisturizer',
    chip: 'Tight by midday',
    skinTypes: ['dry'],
  },
  comfortable: {
    label: 'Comfortable',
    hint: 'You don’t think about it',
    chip: 'Comfortable',
    skinTypes: ['normal'],
  },
  shiny: {
    label: 'Shiny in places',
    hint: 'Forehead and nose, mostly',
    chip: 'Shiny in places',
    skinTypes: ['oily', 'combination'],
  },
  irritated: {
    label: 'Easily irritated',
    hint: 'New products usually leave a mark',
    chip: 'Easily irritated',
    skinTypes: ['sensitive'],
  },
  unsure: {
    label: 'I’m not sure',
    hint: 'We’ll keep it plain',
    chip: 'Not sure',
    skinTypes: [],
  },
} as const satisfies Record<string, Feel>

/** What a group means, regardless of the glossary's current entries. */
export const LEFT_OUT_HINTS = {
  nuts: 'Tree nuts, and oils pressed from them',
  coconut: 'Coconut and its oil',
  'essential-oils': 'What is there for its scent',
  'stone-fruit': 'Such as apricot and almond',
  olive: 'Also squalane made from olives',
} as const satisfies Record<IngredientGroup, string>

export const SCENT_WISHES = {
  unscented: { label: 'Unscented, please', hint: 'Nothing that is there for its scent', chip: 'Unscented' },
  scented: { label: 'I like a scent', hint: 'Floral, herbal or woody', chip: 'Scented' },
  any: { label: 'Either is fine', hint: 'We’ll choose by everything else', chip: 'Any scent' },
} as const satisfies Record<string, FinderOption>

export type WantKey = keyof typeof WANTS
export type FeelKey = keyof typeof FEELS
export type ScentWish = keyof typeof SCENT_WISHES

export type Answers = {
  want: WantKey
  skin: FeelKey
  /** In the order of the list. */
  without: readonly IngredientGroup[]
  scent: ScentWish
}

/** In the order they're asked. The keys are query parameters. */
export const QUESTIONS = {
  want: { title: 'What would you like to change?', lead: 'The one that matters most.' },
  skin: { title: 'How does your skin feel by midday?', lead: 'Without anything on it, if you can remember.' },
  without: { title: 'Anything to leave out?', lead: 'Tick as many as you like, or none.' },
  scent: { title: 'How do you feel about scent?', lead: 'Some of our oils have one, some have none.' },
} as const

export type Question = keyof typeof QUESTIONS
export const QUESTION_NAMES = Object.keys(QUESTIONS) as readonly Question[]

/** The number of a question to ask again, or a request for the routine before all questions are answered. */
const AT = 'at'
const ROUTINE = 'routine'
export const FINDER_PARAMETERS: readonly string[] = [...QUESTION_NAMES, AT]

/** "Nothing to avoid" is an answer, too; an unticked box isn't. */
export const NOTHING = 'none'

export type Finder =
  | { kind: 'question'; question: Question; answers: Partial<Answers>; isAgain: boolean }
  | { kind: 'routine'; answers: Answers }

const UNASKED: Answers = { want: 'all', skin: 'unsure', without: [], scent: 'any' }

type Query = { get: (name: string) => string | null; getAll: (name: string) => string[] }

/** Unknown values count as missing, so there is a known number of addresses. */
export function readFinder(query: Query): Finder {
  const answers = readAnswers(query)
  const at = query.getAll(AT).at(-1)
  if (at === ROUTINE) return { kind: 'routine', answers: { ...UNASKED, ...answers } }
  const again = QUESTION_NAMES[Number(at) - 1]
  const missing = QUESTION_NAMES.find((name) => answers[name] === undefined)
  // A question can be revisited, but not skipped to.
  if (again && (!missing || QUESTION_NAMES.indexOf(again) < QUESTION_NAMES.indexOf(missing)))
    return { kind: 'question', question: again, answers, isAgain: true }
  return missing
    ? { kind: 'question', question: missing, answers, isAgain: false }
    : { kind: 'routine', answers: { ...UNASKED, ...answers } }
}

function readAnswers(query: Query): Partial<Answers> {
  const [want, skin, scent] = [query.get('want') ?? '', query.get('skin') ?? '', query.get('scent') ?? '']
  const asked = query.getAll('without')
  const without = GROUP_NAMES.filter((group) => asked.includes(group))
  return {
    ...(Object.hasOwn(WANTS, want) && { want: want as WantKey }),
    ...(Object.hasOwn(FEELS, skin) && { skin: skin as FeelKey }),
    ...((without.length > 0 || asked.includes(NOTHING)) && { without }),
    ...(Object.hasOwn(SCENT_WISHES, scent) && { scent: scent as ScentWish }),
  }
}

/** As URL parameters, in a fixed order. `again` is a question that was answered before. */
export function finderParameters(answers: Partial<Answers>, again?: Question): [name: string, value: string][] {
  const { want, skin, without, scent } = answers
  const single = (name: Question, value: string | undefined): [string, string][] => (value ? [[name, value]] : [])
  return [
    ...single('want', want),
    ...single('skin', skin),
    ...(without?.length === 0 ? [NOTHING] : (without ?? [])).map((group): [string, string] => ['without', group]),
    ...single('scent', scent),
    ...(again ? [[AT, String(QUESTION_NAMES.indexOf(again) + 1)] as [string, string]] : []),
  ]
}

/** The parameters of what was asked for. */
export function askedParameters(finder: Finder): [name: string, value: string][] {
  return finder.kind === 'question' && finder.isAgain
    ? finderParameters(finder.answers, finder.question)
    : finderParameters(finder.answers)
}

/** Few enough to be cached: the questions up to what to exclude. Beyond that there are thousands. */
export function isCommonQuestion(finder: Finder): boolean {
  const { want, skin, without, scent } = finder.answers
  if (finder.kind === 'routine' || finder.isAgain || without !== undefined || scent !== undefined) return false
  return want !== undefined || skin === undefined
}

export function questionBefore(question: Question): Question | undefined {
  return QUESTION_NAMES[QUESTION_NAMES.indexOf(question) - 1]
}

export function questionAfter(question: Question): Question | undefined {
  return QUESTION_NAMES[QUESTION_NAMES.indexOf(question) + 1]
}

export const SHOW_ROUTINE = { name: AT, value: ROUTINE }
export const ASK_AGAIN = AT

/** The shopper's answers, shown above the routine; each links back to its question. */
export function answerChips({ want, skin, without, scent }: Answers): { question: Question; text: string }[] {
  return [
    { question: 'want', text: WANTS[want].chip },
    { question: 'skin', text: FEELS[skin].chip },
    ...(without.length > 0
      ? without.map((group) => ({ question: 'without' as const, text: `No ${INGREDIENT_GROUPS[group].toLowerCase()}` }))
      : [{ question: 'without' as const, text: 'Nothing left out' }]),
    { question: 'scent', text: SCENT_WISHES[scent].chip },
  ]
}
