export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 30

/** Tags as typed, separated by commas. Tags that differ only in case or spaces are one tag, in the first spelling. */
export function readTags(typed: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of typed.split(/[,\n]/)) {
    const tag = part.replaceAll(/\s+/g, ' ').trim()
    if (tag !== '' && !byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  }
  return [...byKey.values()]
}

/** What is wrong with the tags, if anything. */
export function tagProblem(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return `Use up to ${MAX_TAGS} tags.`
  const long = tags.find((tag) => tag.length > MAX_TAG_LENGTH)
  return long && `“${long.slice(0, MAX_TAG_LENGTH)}…” is too long. Use up to ${MAX_TAG_LENGTH} characters per tag.`
}

/** Uses the existing spelling of tags that other customers already have, so that a filter finds all of them. */
export function withKnownSpelling(tags: readonly string[], known: readonly string[]): string[] {
  const spelling = new Map(known.map((tag) => [tagKey(tag), tag]))
  return tags.map((tag) => spelling.get(tagKey(tag)) ?? tag)
}

function tagKey(tag: string): string {
  return tag.toLowerCase()
}
