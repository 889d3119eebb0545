import { isSkinType, type SkinType } from './facts.ts'
import type { Answers, FeelKey } from './finder.ts'
import { GROUP_NAMES, type IngredientGroup } from './product.ts'

/** Stored only in the shopper's own browser; it's never sent. */
export type SkinProfile = { skin: SkinType | undefined; without: readonly IngredientGroup[] }

export function isEmptyProfile({ skin, without }: SkinProfile): boolean {
  return skin === undefined && without.length === 0
}

/** Reads what was stored there; unknown values are ignored. */
export function readProfile(stored: unknown): SkinProfile {
  const { skin, without } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const chosen: readonly unknown[] = Array.isArray(without) ? without : []
  return {
    skin: typeof skin === 'string' && isSkinType(skin) ? skin : undefined,
    without: GROUP_NAMES.filter((group) => chosen.includes(group)),
  }
}

const SKIN_OF_FEEL: Record<FeelKey, SkinType | undefined> = {
  tight: 'dry',
  comfortable: 'normal',
  shiny: 'combination',
  irritated: 'sensitive',
  unsure: undefined,
}

/** Someone who wants nothing scented excludes the ingredients that add a scent. */
export function profileOf({ want, skin, without, scent }: Answers): SkinProfile {
  const leavesOutScent = scent === 'unscented'
  return {
    skin: SKIN_OF_FEEL[skin] ?? (want === 'dry' ? 'dry' : undefined),
    without: GROUP_NAMES.filter((group) => without.includes(group) || (leavesOutScent && group === 'essential-oils')),
  }
}
