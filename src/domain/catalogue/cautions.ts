import type { SkinType } from './facts.ts'
import { GROUP_NAMES, type IngredientGroup, isIngredientGroup } from './product.ts'

/** Ingredients that are in the same groups, for a shopper who excludes one of these groups. */
export type Caution = {
  groups: readonly IngredientGroup[]
  /** "sweet almond oil and marula oil"; empty if the ingredients aren't listed. */
  names: string
}

/** Possible concerns about an oil, for any shopper. */
export type Marks = { skinTypes: readonly SkinType[]; cautions: readonly Caution[] }

/** Each ingredient once, so that no two sentences name the same one. Nothing is known about an oil without a list. */
export function cautionsOf(ingredients: readonly { name: string; groups: readonly string[] }[]): Caution[] {
  if (ingredients.length === 0) return [{ groups: GROUP_NAMES, names: '' }]
  const byGroups = new Map<string, string[]>()
  for (const { name, groups } of ingredients) {
    const key = GROUP_NAMES.filter((group) => groups.includes(group)).join(' ')
    if (key !== '') byGroups.set(key, [...(byGroups.get(key) ?? []), name.toLowerCase()])
  }
  return [...byGroups].map(([key, names]) => ({
    groups: key.split(' ').filter(isIngredientGroup),
    names: inSeries(names),
  }))
}

export function cautionText({ names }: Pick<Caution, 'names'>): string {
  return names === '' ? 'Its ingredients aren’t listed, so we can’t tell' : `Contains ${names}, which you leave out`
}

/** "rose, geranium and lavender" */
export function inSeries(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
