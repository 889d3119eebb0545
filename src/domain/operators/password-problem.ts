export const PASSWORD_LENGTH = { min: 12, max: 200 }

export type PasswordContext = {
  /** The shop's own names, for example 'bloomera'. */
  shopNames: readonly string[]
  email: string
  name: string
  /** Returns true if a lowercase text is among the most common passwords. */
  isCommon: (text: string) => boolean
}

/** Shorter names occur inside other words: 'ana' in 'banana'. */
const MIN_NAME_LENGTH = 4
/** Minimum number of characters that do not just continue a run such as 'abc' or '111'. */
const MIN_OWN_CHARACTERS = 6

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '!': 'i',
  '|': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
}
const KEYBOARD_ROWS = ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']

/**
 * Returns what is wrong with a new password, if anything. There are no rules about character classes: only length and
 * being hard to guess count (NIST SP 800-63B).
 */
export function passwordProblem(password: string, context: PasswordContext): string | undefined {
  const { min, max } = PASSWORD_LENGTH
  const length = Array.from(password).length
  if (length < min) return `Use at least ${min} characters. A few unrelated words work well.`
  if (length > max) return `Use ${max} characters at most.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommonVariant(plain, context.isCommon))
    return 'This is one of the most common passwords, or close to one. Choose something harder to guess.'
  if (containsName(plain, context.shopNames)) return 'Leave out the shop’s name: it’s the first thing anyone would try.'
  if (containsName(plain, ownNames(context))) return 'Leave out your name and email address: they’re easy to guess.'
  if (ownCharacters(plain) < MIN_OWN_CHARACTERS || repeatedUnit(plain).length < MIN_OWN_CHARACTERS)
    return 'This is mostly a sequence or a repetition. Choose something harder to guess.'
  return undefined
}

/** Also catches 'P4ssword2026!' and 'letmeinletmein', which are common passwords with decoration. */
function isCommonVariant(plain: string, isCommon: (text: string) => boolean): boolean {
  const bare = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const joined = plain.replaceAll(/[\s._-]+/g, '')
  const spellings = [plain, joined].flatMap((text) => [
    text,
    bare(text),
    unmask(text),
    unmask(bare(text)),
    bare(unmask(text)),
  ])
  return spellings.some((text) => text !== '' && (isCommon(text) || isCommon(repeatedUnit(text))))
}

function containsName(plain: string, names: readonly string[]): boolean {
  const texts = [plain, unmask(plain)].map(lettersAndDigits)
  return names.some((name) => {
    const [word, unmasked] = [lettersAndDigits(name.toLowerCase()), lettersAndDigits(unmask(name.toLowerCase()))]
    return word.length >= MIN_NAME_LENGTH && texts.some((text) => text.includes(word) || text.includes(unmasked))
  })
}

function ownNames({ email, name }: PasswordContext): string[] {
  const [local = '', domain = ''] = email.split('@')
  // Without the top-level domain, which many addresses share.
  const domainParts = domain.split('.').slice(0, -1)
  return [email, local, ...local.split(/[^a-z\d]+/i), ...domainParts, ...name.split(/\s+/)]
}

/** Reads 'bl00m3r4' as 'bloomera'. */
function unmask(text: string): string {
  return text.replaceAll(/[^a-z]/g, (character) => LOOKALIKES[character] ?? character)
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Counts characters that do not continue a run: 'qwerty' and '4321' have one each. */
function ownCharacters(text: string): number {
  const characters = Array.from(text)
  return characters.filter((character, index) => {
    const before = characters[index - 1]
    return before === undefined || !isNext(before, character)
  }).length
}

function isNext(before: string, character: string): boolean {
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  if (Math.abs(step) <= 1) return true
  return KEYBOARD_ROWS.some((row) => {
    const [from, to] = [row.indexOf(before), row.indexOf(character)]
    return from >= 0 && to >= 0 && Math.abs(from - to) === 1
  })
}

/** 'abc' for 'abcabcab'; the text itself if nothing repeats. */
function repeatedUnit(text: string): string {
  for (let length = 1; length < text.length; length += 1) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}
